"""The whole site as docker/compose.yml describes it, as plain processes of this machine (`make stack`, tests)."""
