"""HTTP for every route: errors, navigation, compression."""
