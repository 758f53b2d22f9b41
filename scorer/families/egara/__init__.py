"""The egara family: trick games with picture cards (Kakeya, Etori)."""
