"""Tests of the infrastructure. More than fifteen files: one for each tool that has tests of its own."""
