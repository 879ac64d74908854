"""Times as pages show them: time controls, and time left on clocks. The board's counterpart is `table/time.js`."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, Control, Fischer, PerMove, Unlimited
from games.time.terms import CORRESPONDENCE, LIVE, PRESETS


def duration(seconds: int) -> str:
    """Return a duration in words: “3 days”, “1 day 12 h”, 90 s as “1 min 30 s”."""
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    parts = [
        ngettext("%(count)s day", "%(count)s days", days) % {"count": days} if days else "",
        _("%(count)s h") % {"count": hours} if hours else "",
        _("%(count)s min") % {"count": minutes} if minutes else "",
        _("%(count)s s") % {"count": rest} if rest or seconds == 0 else "",
    ]
    return " ".join(part for part in parts if part)


def rounded_duration(ms: int) -> str:
    """Return a duration in words, rounded down: to hours if there are days, to minutes if there are hours."""
    seconds = ms // 1000
    unit = 3600 if seconds >= 86400 else 60 if seconds >= 3600 else 1
    return duration(seconds // unit * unit)


def in_words(control: Control) -> str:
    """Return a time control in a few words: “3 days a turn”, “5 min + 5 s”."""
    if isinstance(control, Unlimited):
        return _("no time limit")
    if isinstance(control, PerMove):
        return _("%(time)s a turn") % {"time": duration(control.seconds)}
    return f"{duration(control.initial)} + {duration(control.increment)}"


def explained(control: Control) -> str:
    """Return a time control with all that it means."""
    if isinstance(control, Fischer):
        return _("%(initial)s, plus %(increment)s after each turn, up to %(max)s on the clock") % {
            "initial": duration(control.initial),
            "increment": duration(control.increment),
            "max": duration(control.max),
        }
    return in_words(control)


def left(ms: int) -> str:
    """Return the time left in words, rounded up: “2 d 4 h”, “3 h 20 min”, “12 min”, “40 s”."""
    if ms <= MINUTE_MS:
        return _("%(count)s s") % {"count": -(-max(0, ms) // SECOND_MS)}
    minutes = -(-ms // MINUTE_MS)
    if minutes < 60:
        return _("%(count)s min") % {"count": minutes}
    days, rest = divmod(minutes, DAY_MS // MINUTE_MS)
    hours, rest = divmod(rest, HOUR_MS // MINUTE_MS)
    parts = [
        _("%(count)s d") % {"count": days} if days else "",
        _("%(count)s h") % {"count": hours} if hours else "",
        _("%(count)s min") % {"count": rest} if rest and not days else "",
    ]
    return " ".join(part for part in parts if part)


def little_ms(control: Control) -> int:
    """Return the threshold (ms) below which a clock counts as low: 12 hours, or a quarter of the time if that is
    less.
    """
    if isinstance(control, Unlimited):
        return 0
    whole = control.seconds if isinstance(control, PerMove) else control.initial
    return min(12 * HOUR_MS, whole * SECOND_MS // 4)


@dataclass(frozen=True, slots=True)
class ShownControl:
    """A time control on offer."""

    control: Control

    @property
    def value(self) -> str:
        """The control in forms: `per_move-259200`, `fischer-300-5-600`, `none`."""
        if isinstance(self.control, Unlimited):
            return "none"
        if isinstance(self.control, PerMove):
            return f"per_move-{self.control.seconds}"
        return f"fischer-{self.control.initial}-{self.control.increment}-{self.control.max}"

    @property
    def words(self) -> str:
        """The control in a few words."""
        return in_words(self.control)

    @property
    def text(self) -> str:
        """The control with all that it means."""
        return explained(self.control)

    @property
    def timed(self) -> bool:
        """Whether there is a time limit."""
        return not isinstance(self.control, Unlimited)

    @property
    def days(self) -> bool:
        """Whether it is played over days, so that weekends and vacations matter."""
        return self.timed and self.control.slow


OFFERED = {shown.value: shown for shown in map(ShownControl, PRESETS)}


def groups() -> list[tuple[str, list[ShownControl]]]:
    """Return the controls on offer, by pace."""
    return [
        (_("Correspondence"), [ShownControl(control) for control in CORRESPONDENCE]),
        (_("Live"), [ShownControl(control) for control in LIVE]),
        (_("No time limit"), [ShownControl(Unlimited())]),
    ]
