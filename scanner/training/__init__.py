"""稽古 keiko: training and enrolling, never beside the page; the only room that may know scikit-learn."""
