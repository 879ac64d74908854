"""Names that are blocked, and names that only look similar."""

from __future__ import annotations

import time

import pytest
from django.core.exceptions import ValidationError

from accounts.users.name_blocklist import is_blocked
from accounts.users.names import guest_name, validate_new_name

BLOCKED = """
Admin|admin 2|A.d.m.i.n|ADMIN_007|adm1n|Аdmіn|ａｄｍｉｎ|The Moderator|SuperAdmin|Modérateur|amministratore|Pyramido
Pyramido Support|Random|Greedy 2|Miu|nebu 3|S.e.n.e.t|Akhét|the legend|La Légende|Computer|Root|fuck|FuckYou|f.u.c.k
fuuuuck|f u c k off|FΤυck fuck|Mr Fuckface|Sh1t|sh1ts|5hit|Big Shit|BigShit|Cunt 77|cunt77|n1gger|Niggggger
Hitler88|Adolf_Hitler|Connard|c0nnard|Enculé|encule|Gros Enculé|Fils de Pute|pute|Cazzo|caZZo|vaffanculo
Va-ffan-culo|porco.dio|Stronzo|Str0nz0
""".strip().replace("\n", "|")

FINE = """
Scunthorpe|Penistone|Lightwater|Essex|Sussex|Middlesex Jo|Hancock|Dick Van Dyke Fan|Cassandra|Bassist|Assunta
Classic|Clitheroe|Shitake Soup|Matsushita|Snigger|Niger|Nigeria|Nigel|Montenegro|Del Negro|Cui|César Cui
Rapeseed|Rape e Fagioli|Grapes|Therapist|Spicy|Spice Girl|Chinkara|Cockburn|Peacock|En Retard|Constance|Conrad
Concon|Chatte Noire|Reputation|Députée|Computer Lab|Disputatio|Amputé|Putnam|Deputy|Cula|Culinaire|Calcul
Nicolas Cul de Sac|Stronzio|Puttanesca|Fagotto|Nazionale|Nazira|Nazim|Troia|Troian|Minchiate Tarot|Merdine
Smeraldo|Bastardini|Pedemontana|Pedro|Piedepalumbo|Administra|Badminton|Madmint|Padmini|Modest|Moder|Staff of Ra
Rooter|Randomize Me|Miuccia|Nebula|Akhetaton
Legendary Bo|Explorer-4821|Explorer 1488x|Player 455|455|8008|1337|Иван|Наташа
Ольга Петрова|Ελένη|Γιώργος|Zoë|Bjørn|Łukasz|O'Brien|Jean-Luc|D. K.|Anna|Berta|日本の人|مرحبا|K K K
""".strip().replace("\n", "|")


def test_names_that_are_refused() -> None:
    assert [name for name in BLOCKED.split("|") if not is_blocked(name)] == []
    with pytest.raises(ValidationError) as refused:
        validate_new_name("Admin")
    assert refused.value.code == "name_blocked"


def test_ordinary_names_are_accepted() -> None:
    assert [name for name in FINE.split("|") if is_blocked(name)] == []
    assert not any(is_blocked(guest_name(digits)) for digits in range(4, 13) for _ in range(20))


def seconds(name: str) -> float:
    """Return the processor time that reading an unblocked name takes, at best of five."""
    taken = []
    for _ in range(5):
        began = time.process_time()
        assert not is_blocked(name)
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.parametrize("hostile", ["1", "a", "1a", "a.", "aA", "fuc", "1 ", "aé"])
def test_work_grows_with_the_length_of_a_name(hostile: str) -> None:
    """Ten times as long a name costs about ten times as much; a hundred times would be a square."""
    length = 2_000 // len(hostile)
    assert seconds(hostile * 10 * length) < 40 * seconds(hostile * length)
    assert is_blocked(hostile * length + ". Fuck")  # all of it has been read
