"""Calculations of time, without queries: time controls, clocks, calendars, nights, and the clocks in an event.

This room imports only the engine. Any room may call it.
"""
