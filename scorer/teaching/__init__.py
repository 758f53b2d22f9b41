"""What learners see: glossary, drills, cheat sheets, explanations."""
