"""Functions that change a game, one file each."""
