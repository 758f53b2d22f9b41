from web.hall.events.event_store import EventPlan
from web.hall.events.event_view import entry_texts, event_detail, event_summary
from web.hall.events.referee_changes import correct_board, draw_round, exchange_players, toggle_withdrawal


def test_an_event_says_what_it_is_and_every_entry_is_worded(hall) -> None:
    events = hall.context.events
    number = events.create(EventPlan("Spring", "otoroku", {"wager": 3}, 2, "stones", 3, 40))
    for name in ("Aki", "Emi"):
        events.enter(number, name)
    draw_round(events, number, 2)
    events.change(number, None, lambda _event: correct_board(1, 1, (-4, 4), 0))
    exchange_players(events, number, 4, 1, (1, 2))
    for _ in range(2):
        events.change(number, None, lambda event: toggle_withdrawal(event, 1))
    events.change(number, None, lambda _event: [{"kind": "closed"}])
    loaded = events.load(number)
    summary = event_summary(loaded)
    assert (summary["options"]["wager"], summary["closed"], summary["version"]) == (3, True, 8)
    board = event_detail(loaded)["rounds"][0]["boards"][0]
    assert (board["from"], sorted(board["nets"])) == ("referee", [-4, 4])
    assert [loaded.players[player].name for player in board["numbers"]] == board["players"]
    texts = entry_texts(loaded)
    assert [entry for entry, _ in texts] == [8, 7, 6, 5, 4, 3]
    assert texts[3][1].en == "Round 1: Aki and Emi exchanged"
    assert all(text.ja for _, text in texts)
