"""What players report, and the moderators' desk."""
