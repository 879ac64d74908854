"""Studies: a position played on from, on a private board, with variations, comments and glyphs (docs/study.md)."""
