"""作り物の卓 tsukurimono no taku: tables that never were, as a camera would see them, with the truth beside them."""
