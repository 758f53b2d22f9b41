from web.http.spreadsheet import escape_formula


def test_a_cell_is_no_formula_and_numbers_stay_numbers() -> None:
    assert [escape_formula(cell) for cell in ("=1+1", "＠x", "Aki", -3, None)] == ["'=1+1", "'＠x", "Aki", -3, None]


def test_a_formula_within_a_cell_is_none_where_another_sign_separates_cells() -> None:
    cells = ["Aki;=1+1", 'a; "=1', "a|＝1", "a;b", "1-2", "a, =1"]
    assert [escape_formula(cell) for cell in cells] == ["Aki;'=1+1", "a;' \"=1", "a|'＝1", "a;b", "1-2", "a, =1"]
