"""How are processes, memory and time used? Nothing here knows what seedwalk is about."""
