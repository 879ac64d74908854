"""Tables, seats, the event log of each game, and all code that writes or reads them.

`append.py` is the only writer of a running game's log, and `write.start_log` writes its event 0; `services/` holds the
verbs that belong to no other room. A room that follows moves registers in `after_commit.py`.
"""
