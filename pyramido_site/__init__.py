"""The site: settings, addresses, servers."""
