"""How dates are written (`FORMAT_MODULE_PATH`): the same everywhere, in each language with its own names of months."""

DAY = "j M Y"
MOMENT = "j M Y, H:i"
