"""What a flattened crop shows: features, classifiers, keypoints, uncertainty."""
