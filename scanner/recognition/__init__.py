"""What a crop shows: features, classifiers, keypoints, uncertainty."""
