"""What the server decides and plays, one file for each verb."""
