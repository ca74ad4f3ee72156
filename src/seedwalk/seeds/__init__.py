"""Where should a walk begin? Channels name symbols by what a task says."""
