"""How dates are written (`FORMAT_MODULE_PATH`): the same everywhere in a language.

In French and Italian months are spelt out: Django writes their short forms with a capital letter.
"""

DAY = "j M Y"
MOMENT = "j M Y, H:i"

LONG_DAY = "j F Y"
LONG_MOMENT = "j F Y, H:i"
