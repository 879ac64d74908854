"""A table, its seats, its log, and everything that writes or reads them.

`append.py` is the one writer; `services/` has the verbs that belong to no other room. It imports `requests`, `live`
and `time`. Any room may call any of its modules; whoever wants to follow moves registers in `after_commit.py`.
"""
