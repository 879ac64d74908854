"""The whole site of docker/compose.yml as plain processes on this machine (`make stack`, tests)."""
