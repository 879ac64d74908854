"""Door: the pages about one's account, and the privacy and terms pages.

Imports rooms, and no other door. Reached by addresses alone: `urls` under /accounts/, `root_urls` at the root.
"""
