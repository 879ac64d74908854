"""The settings: one page for each tab. Only Web Push and notes about this browser need scripts."""
