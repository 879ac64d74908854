"""A contract for import-linter: how the rooms of an app may be entered (pyproject.toml, docs/architecture.md)."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

from importlinter import Contract, ContractCheck, fields, output


class Rooms(Contract):
    """A module outside a room of `container` imports only the entrances of the room.

    Rooms are the direct children of `container`. `entrances` holds names (`services`: a module of any room) and places
    (`users.names`: a module of one room; `models`, where it is a direct child: the module itself). Any module of the
    `open_rooms` may be imported.

    Importers are the modules of `importers`, by default those of the container, except `unchecked_importers`.
    `exceptions` are imports that are allowed all the same, like `games.api.* -> games.*.models`, where `*` stands for
    any text. An exception or a place that no import needs breaks the contract, too. A room that nothing names has no
    entrance but the common ones.
    """

    type_name = "rooms"

    container: Any = fields.StringField()
    entrances: Any = fields.ListField(subfield=fields.StringField())
    open_rooms: Any = fields.ListField(subfield=fields.StringField(), required=False)
    importers: Any = fields.ListField(subfield=fields.StringField(), required=False)
    unchecked_importers: Any = fields.ListField(subfield=fields.StringField(), required=False)
    exceptions: Any = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Return the result; every import that enters a room another way breaks the contract."""
        wrong, unused = [], set(self.exceptions or ())
        unused_places = {one for one in self.entrances if "." in one}
        for importer in self._checked_importers(graph):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                if self._is_entrance(imported, self._room_of(importer)):
                    if self._room_of(imported) != self._room_of(importer):
                        unused_places.discard(".".join(imported.split(".")[1:3]))
                    continue
                allowed = {one for one in self.exceptions or () if fnmatchcase(f"{importer} -> {imported}", one)}
                unused -= allowed
                if not allowed:
                    wrong.append(f"{importer} imports {imported}")
        wrong += [f"no import needs the exception {one}" for one in sorted(unused)]
        wrong += [f"no import needs the entrance {one}" for one in sorted(unused_places)]
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def _checked_importers(self, graph: Any) -> list[str]:
        packages = self.importers or [self.container]
        inside = set().union(*({package} | graph.find_descendants(package) for package in packages))
        return sorted(inside - set(self.unchecked_importers or ()))

    def _room_of(self, module: str) -> str | None:
        """Return the room of a module of the container, or None."""
        prefix, _, rest = module.partition(f"{self.container}.")
        return None if prefix or not rest else rest.partition(".")[0]

    def _is_entrance(self, imported: str, importing_room: str | None) -> bool:
        """Whether a module of this room (None: outside of the container) may import the other."""
        room = self._room_of(imported)
        if room is None or room == importing_room or room in (self.open_rooms or ()):
            return True
        place = imported.removeprefix(f"{self.container}.")
        if place == room:  # the package, or a module that is no package
            return room in self.entrances or importing_room is not None
        inside = place.removeprefix(f"{room}.").partition(".")[0]
        return inside in self.entrances or f"{room}.{inside}" in self.entrances

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the wrong imports and what would be right."""
        for sentence in check.metadata["wrong"]:
            output.print_error(sentence, bold=False)
        output.new_line()
        output.print(f"A room is entered by {', '.join(self.entrances)}.")
