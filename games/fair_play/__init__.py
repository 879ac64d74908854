"""What the site's statistics notice about accounts, for moderators, with the evidence; it sanctions nobody.

`detectors/` has a file of pure arithmetic for each signal: what it gets is read by `selectors`, and what it finds is
written down by `noting`. The thresholds are these files' constants; how they were chosen, and what they catch and
miss in simulated populations, is in docs/fair-play.md (`make fair-play`). It imports `chat`, `computer`, `record` and
what is below. Tasks and `moderation` call it.
"""
