"""Multiclass learning when the confusion matrix is the objective."""
