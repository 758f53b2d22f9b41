"""What is otherwise at other people's tables."""
