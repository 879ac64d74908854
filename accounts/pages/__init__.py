"""Door: the pages of a user's own account, and the privacy and terms pages.

Its addresses: `urls` under /accounts/, `root_urls` at the root.
"""
