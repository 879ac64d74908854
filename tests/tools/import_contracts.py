"""A contract for import-linter: how the rooms of an app may be entered (pyproject.toml, docs/architecture.md)."""

from __future__ import annotations

from typing import Any

from importlinter import Contract, ContractCheck, fields, output


class Rooms(Contract):
    """A module of one room imports only the `entrances` of another, unless that room is one of the `open_rooms`.

    Rooms are the direct children of `container`. `unchecked_importers` are modules that may import anything.
    """

    type_name = "rooms"

    container: Any = fields.StringField()
    entrances: Any = fields.ListField(subfield=fields.StringField())
    open_rooms: Any = fields.ListField(subfield=fields.StringField())
    unchecked_importers: Any = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Return the result; every import that enters a room another way breaks the contract."""
        wrong = []
        for importer in sorted(graph.find_descendants(self.container) - set(self.unchecked_importers or ())):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                room, inside = self._place(imported)
                if room in (None, self._place(importer)[0], *self.open_rooms):
                    continue
                if inside is not None and inside not in self.entrances:
                    wrong.append(f"{importer} imports {imported}")
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def _place(self, module: str) -> tuple[str | None, str | None]:
        """Return the room of a module and its first part within the room, or None."""
        prefix, _, rest = module.partition(f"{self.container}.")
        if prefix or not rest:
            return None, None
        room, _, inside = rest.partition(".")
        return room, inside.partition(".")[0] or None

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the wrong imports and what would be right."""
        for sentence in check.metadata["wrong"]:
            output.print_error(sentence, bold=False)
        output.new_line()
        output.print(f"A room is entered by {', '.join(self.entrances)}.")
