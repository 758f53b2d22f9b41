from web.http.spreadsheet import escape_formula


def test_a_cell_is_no_formula_and_numbers_stay_numbers() -> None:
    assert [escape_formula(cell) for cell in ("=1+1", "＠x", "Aki", -3, None)] == ["'=1+1", "'＠x", "Aki", -3, None]
