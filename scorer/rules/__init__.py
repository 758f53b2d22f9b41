"""What a game is: options, prompts, round input, results, settlement, odds."""
