"""What a game is: options, prompts, rounds, results, settlement, odds."""
