"""How strong policies are: matches with seats rotated, their statistics, and a person at the table."""
