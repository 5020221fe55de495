"""What every room stands on: arguments, labels, compiled loops.  Nothing here is public."""
