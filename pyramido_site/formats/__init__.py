"""Date formats (`FORMAT_MODULE_PATH`), one set for each language.

French and Italian spell months out, since Django capitalises their short forms.
"""

DAY = "j M Y"
MOMENT = "j M Y, H:i"

LONG_DAY = "j F Y"
LONG_MOMENT = "j F Y, H:i"
