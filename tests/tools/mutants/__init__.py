"""Mutation testing: change one operator, number or condition of a file and see whether its tests notice.

`make mutants COUNT=1000 SEED=1` draws mutants of the files in `targets.py`, which decide points, clocks, ratings,
hashes, who may see and who wins. cosmic-ray makes the mutants (`mutations.py`). A mutant is never written to
disk: a process is forked that loads the changed source instead of the file and runs the target's tests (`trials.py`).

A mutant that survives is a missing test, or equivalent: then `equivalent.toml` lists it with a reason.
"""
