"""What rounds come to: sums of many of them, payments that settle them."""
