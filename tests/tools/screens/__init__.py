"""Pictures of every phase of every game on every size of screen: `python -m tests.tools.screens` (`make screens`)."""
