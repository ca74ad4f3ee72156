"""What fits in the budget? Ranked candidates become a pack: each at the depth its value per token earns."""
