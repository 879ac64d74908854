"""Reports, decisions and their evidence, as pages show them and as the API sends them."""
