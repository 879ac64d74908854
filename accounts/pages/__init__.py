"""Door: the pages of a user's own account, and the privacy and terms pages.

Imports rooms, and no other door. Reached by URLs alone: `urls` under /accounts/, `root_urls` at the root.
"""
