"""`make stack`: start the site and wait for Ctrl-C."""

from __future__ import annotations

import sys

from pyramido_site.stack.stack import main

if __name__ == "__main__":
    sys.exit(main())
