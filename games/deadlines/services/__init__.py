"""Functions that write about deadlines, requests, pauses and vacations, one file for each subject."""
