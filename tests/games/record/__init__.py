"""The log and its writer. In more than fifteen files: one for each part of a write, each way to read, each damage."""
