"""How long seeks wait."""

from __future__ import annotations

from games.time.clocks import DAY_MS, SECOND_MS

PRESENT_MS = 120 * SECOND_MS
"""How long (ms) a live seek waits without a sign of its user. A hidden page asks once a minute."""

ALERT_MS = DAY_MS
"""How long (ms) a user who has asked for it is told of other users' live seeks."""

PATIENT_MS = 14 * DAY_MS
"""How long (ms) other seeks wait, except standing ones."""
