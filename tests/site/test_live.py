"""The embedded server from outside: it starts, keeps what it is told, stops cleanly."""

from __future__ import annotations

import subprocess
import sys
import urllib.request

import pytest

from tests import sampling
from tests.live import ROOT, LiveSite, environment
from tests.servers import ServiceError


def test_it_starts_stops_on_ctrl_c_and_keeps_its_data(own_site: LiveSite) -> None:
    own_site.start()
    own_site.run("from accounts.models import User; User.objects.create(display_name='Ada')")
    loaded = own_site.run("import sys; print({'pyramido_site.urls', 'unfold.admin', 'requests'} & set(sys.modules))")
    assert loaded == "set()\n", "workers and commands load no pages"
    with pytest.raises(ServiceError, match="no such thing"):
        own_site.run("raise LookupError('no such thing')")
    assert own_site.stop() == 0, own_site.output()
    assert "Traceback" not in own_site.output()
    own_site.start()
    kept = own_site.run("from accounts.models import User; print(User.objects.get().display_name)")
    assert kept.strip() == "Ada"
    with urllib.request.urlopen(own_site.url, timeout=10) as answer:
        assert answer.status == 200


@sampling.NEEDED_BY_NO_GAME
def test_it_prints_its_address_and_a_taken_port_is_one_sentence(own_site: LiveSite) -> None:
    own_site.start()
    assert own_site.url in own_site.output()
    second = subprocess.run(
        [sys.executable, "manage.py", "runembedded", "--port", str(own_site.port)],
        env=environment(own_site.var), cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert second.returncode != 0
    assert f"Port {own_site.port} is taken" in second.stderr
    assert "Traceback" not in second.stderr
