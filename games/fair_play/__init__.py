"""Flags: what the site's statistics notice about accounts, with evidence, for moderators. A flag sanctions no one.

`detectors/` has a file of pure arithmetic for each kind of flag: `selectors` reads its input, `services` store its
findings. The thresholds are constants of these files; docs/fair-play.md says how they were chosen, and what they catch
and miss in simulated populations (`make fair-play`).
"""
