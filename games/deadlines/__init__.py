"""What acts in time: whoever is late, and vacations.

It imports `record` and what is below. Doors and higher rooms call its services.
"""
