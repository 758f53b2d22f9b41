"""稽古 keiko: training, on a desk and never at the table; the only room that needs scikit-learn."""
