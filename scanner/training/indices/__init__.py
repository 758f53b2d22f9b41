"""Training of the network that reads indices: views, network, scores."""
