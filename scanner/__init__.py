"""札読み fudayomi, the eyes: pixels to cards."""

import os

# One thread multiplies fastest what is multiplied here: small matrices, of which others only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
