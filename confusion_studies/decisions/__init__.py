"""Studies of what comes after training."""
