"""Previews of the public pages of games: what search engines and link previews are told.

Each is what a visitor without an account sees on the page, and the same for every reader. A table is described only
from its row and its seats; its picture shows the latest position as strangers may see it
(`games.presenters.pictures`). `templates/parts/preview.html` writes a preview into the page's head.
"""
