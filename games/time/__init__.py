"""The arithmetic of time, pure: time controls, clocks, calendars, nights, and what an event says about clocks.

It imports the engine alone. Any room may call it.
"""
