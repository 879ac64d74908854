"""Time as pure arithmetic: time controls, clocks, calendars, nights, and what an event says about clocks.

This room imports only the engine. Any room may call it.
"""
