"""Calculations of time, without queries: time controls, clocks, calendars, nights, and the clocks in an event."""
