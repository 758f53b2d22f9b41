"""The table from frame to frame: motion gate, temporal fusion, tracker."""
