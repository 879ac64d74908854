"""What the site's statistics notice about accounts, for moderators, with the evidence; it sanctions nobody.

One file a signal in `judges/`, each pure arithmetic: what it gets is read by `games.fair_play.selectors`, and what it finds is
written down by `games.fair_play.noting`. The thresholds are these files' constants; how they were chosen, and what they
catch and miss in simulated populations, is in docs/signals.md (`make signals`).
"""
