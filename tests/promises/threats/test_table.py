"""Every threat in README.md has its tests, which exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parents[1]

# Threat → its tests, as paths under tests/.
ROWS = {
    "a foreign page changes something (CSRF)": {
        "promises/threats/test_cross_site.py": "no_unsafe_route_listens_to_a_foreign_page"
        " nothing_that_is_looked_at_writes",
        "unit/web/access/test_security.py": "changes_come_from_our_own_page_only the_cookie_is_ours_alone",
    },
    "a name pointed at us (DNS rebinding), a forged Host": {
        "promises/threats/test_forged_host.py": "no_route_answers_to_a_foreign_name"
        " links_and_codes_come_from_the_settings_never_from_the_request",
    },
    "markup in names and addresses": {
        "promises/threats/test_markup.py": "enough_payloads"
        " names_are_names_on_every_page every_payload_comes_back_as_text",
        "unit/web/access/test_security.py": "every_answer_is_dressed nothing_is_ever_put_in_as_markup",
    },
    "markup and styles in names on what is printed: sheets of events, cheat sheets, decks, house rules": {
        "promises/threats/test_printed_markup.py": "the_sheet_of_an_event_prints_names_as_they_are"
        " cheat_sheets_and_lists_print_names_as_they_are",
    },
    "formulas in an export": {
        "promises/threats/test_formulas_and_paths.py": "no_text_in_an_export_begins_as_a_formula"
        " a_player_called_a_formula_is_text_in_the_export",
    },
    "paths in names of decks, pictures, copies": {
        "promises/threats/test_formulas_and_paths.py": "ten_thousand_names_of_decks_stay_in_their_folder"
        " a_deck_is_not_kept_under_a_path copies_are_made_and_pruned_in_their_folder_alone",
    },
    "picture bombs, parser bugs, lying bodies": {
        "promises/threats/test_hostile_pictures.py": "every_known_bomb"
        " pictures_that_end_early mutated_pictures_are_read_or_refused"
        " bodies_that_lie twelve_thousand_parts_are_too_many_anywhere",
        "promises/recovery/test_scanner_faults.py": "a_worker_without_memory_refuses_the_picture_and_goes_on",
    },
    "guessing the PIN": {
        "promises/threats/test_pin_guessing.py": "few_guesses_are_looked_at_and_a_restart_changes_nothing",
        "unit/web/access/test_backoff.py": "one_address_gets_twelve_guesses_in_its_first_hour_and_then_one"
        " strangers_with_new_addresses_without_end_get_a_rate a_restart_forgives_nothing",
    },
    "the time of an answer tells how many digits of a PIN are right": {
        "promises/threats/test_pin_timing.py": "what_is_compared_is_a_hash_in_constant_time"
        " the_measure_finds_a_comparison_that_stops_at_the_first_wrong_digit"
        " the_time_of_a_check_does_not_tell_right_digits",
    },
    "keeping hosts, referees and tables out by wrong PINs and codes": {
        "promises/threats/test_strangers_at_the_door.py": "wrong_pins_of_strangers_keep_no_host_out"
        " wrong_pins_and_codes_keep_no_referee_and_no_table_out"
        " a_referees_cookie_guesses_the_pin_with_one_limit_from_any_address",
        "unit/web/access/test_backoff.py": "who_has_not_failed_does_not_wait_for_those_who_have"
        " a_host_who_mistyped_waits_five_seconds"
        " the_wait_of_an_address_doubles_up_to_an_hour_and_says_who_can_end_it",
    },
    "taking somebody's seat: by many names, by his name, after being sent away": {
        "promises/threats/test_strangers_at_the_door.py": "a_flood_of_names_takes_no_seat"
        " nobody_takes_a_seat_that_is_in_use_nor_comes_back_when_sent_away",
        "unit/web/access/test_phones.py": "both_phones_and_the_host_are_asked_and_told"
        " guests_have_a_rate_for_the_table_and_players_do_not_wait_for_it",
    },
    "a copied cookie": {
        "promises/threats/test_strangers_at_the_door.py": "a_copied_cookie_ends_with_signing_out_at_the_table"
        " a_copied_referees_cookie_ends_with_signing_out",
        "unit/web/hall/storage/test_referees.py": "a_phone_is_signed_in_under_its_pin_until_it_is_signed_out",
    },
    "another user of the machine reads keys": {
        "unit/web/system/test_data_dir.py": "ledgers_and_keys_are_for_their_owner_wherever_they_are_started"
        " a_database_elsewhere_is_private_too",
    },
    "stealing a session (plain http can be listened to)": {
        "unit/web/access/test_phones.py": "what_ends_an_evening_asks_for_the_pin_once_more",
        "unit/web/access/test_pin.py": "a_new_pin_signs_every_host_out",
        "unit/web/access/test_security.py": "a_forged_cookie_makes_no_host",
    },
    "half-open, stalled and too many connections": {
        "promises/threats/test_floods.py": "three_hundred_half_open_connections_keep_nobody_waiting"
        " streams_nobody_reads_cost_little one_neighbour_gets_so_many_connections_and_no_more",
    },
    "a phone that reads nothing, or sends a request without end": {
        "promises/threats/test_slow_phones.py": "phones_that_read_nothing_hold_no_thread_and_are_closed"
        " three_addresses_that_read_nothing_hold_no_thread_either"
        " a_body_too_large_for_its_path_is_refused_by_its_head bodies_that_never_end_are_few_and_end"
        " another_phone_is_answered_at_once_while_nobody_reads"
        " another_phone_is_answered_at_once_while_pictures_trickle",
        "unit/web/server/test_channel.py": "an_answer_nobody_reads_holds_no_thread_and_its_turn_until_it_is_closed"
        " requests_that_come_together_are_answered_one_after_another",
        "unit/web/server/test_request_parser.py": "a_body_is_refused_by_its_path_before_it_comes",
    },
    "strangers with many addresses": {
        "promises/threats/test_many_addresses.py": "a_player_has_a_stream_when_strangers_have_taken_all"
        " a_player_has_a_stream_when_twenty_addresses_have_taken_240"
        " a_referee_has_a_stream_when_strangers_have_taken_all",
        "promises/threats/test_hostile_tables.py": "wrong_codes_of_many_addresses_keep_no_table_out",
        "unit/web/server/test_listener.py": "when_there_are_too_many_connections_who_has_most_idle_ones_goes",
        "unit/web/access/test_address_group.py": "addresses_of_one_device_are_one_group",
    },
    "a page asked for again and again": {
        "promises/threats/test_costly_routes.py": "a_client_that_has_used_its_time_waits_and_others_do_not"
        " every_route_of_a_hall_has_a_budget_and_none_is_costly"
        " every_route_of_a_table_has_a_budget_and_the_costliest_are_few_at_once"
        " sixteen_loops_have_few_costly_pages_in_progress another_phone_is_answered_at_once_while_sixteen_loops_ask",
    },
    "floods of changes": {
        "promises/threats/test_floods.py": "a_flood_of_changes_is_told_to_wait",
    },
    "changed recognisers and decks": {
        "promises/threats/test_tampered_models.py": "a_changed_shipped_recogniser_is_refused mutated_decks"
        " nothing_in_a_deck_is_run a_small_deck_that_unpacks_to_a_huge_one_is_refused",
    },
    "a hostile deck at the page's import: pickles, bombs, arrays that lie, names": {
        "promises/threats/test_hostile_deck_imports.py": "a_hostile_deck_is_refused_at_the_page"
        " a_good_deck_is_taken_whatever_its_file_is_called"
        " a_deck_is_called_what_it_is_called_and_stays_in_its_folder what_is_imported_is_listed_or_refused",
    },
    "changed ledgers and copies": {
        "promises/threats/test_tampered_ledgers.py": "a_ledger_with_a_trap_is_put_aside_and_its_entries_kept"
        " a_copy_with_a_trap_is_not_put_back rows_nobody_summed_are_not_believed",
        "promises/recovery/test_damaged_ledger.py": "a_true_looking_change_in_the_database_is_noticed",
    },
    "two hosts book, undo, restore and end the evening at once": {
        "promises/threats/test_two_hosts.py": "two_hosts_book_undo_and_end_at_once one_restores_while_the_other_books"
        " two_restores_at_once_are_one",
    },
    "a backup with checksums that fit and a wrong payment, name, number or text": {
        "promises/threats/test_hostile_restores.py": "a_forged_entry_is_named_and_nothing_is_restored"
        " what_the_rules_write_is_written_anew any_fault_puts_the_ledger_back"
        " a_table_starts_whatever_its_ledger_says a_ledger_whose_numbers_are_used_up_says_so"
        " changed_backups_leave_the_old_ledger_or_the_new",
        "unit/web/ledger/exchange/test_arrival.py": "a_power_cut_after_any_step_leaves_the_old_or_the_new",
    },
    "a stranger writes for a table of a hall, or guesses its code": {
        "promises/threats/test_hostile_tables.py": "without_its_key_nobody_writes_for_a_table"
        " keys_are_not_tried_at_will codes_are_not_guessed the_pin_is_not_guessed no_foreign_page_changes_anything",
        "unit/web/hall/storage/test_tables.py": "a_table_joins_by_the_code_and_has_a_key_of_its_own"
        " wrong_codes_are_refused_and_a_new_one_ends_the_old",
    },
    "a table of a hall that lies": {
        "promises/threats/test_hostile_tables.py": "a_round_that_the_rules_settle_otherwise_is_marked"
        " entries_that_cannot_be_break_their_evening_alone markup_in_names_is_text",
    },
    "entries replayed, reordered, changed, in huge batches": {
        "promises/threats/test_hostile_tables.py": "replayed_reordered_and_changed_batches"
        " huge_and_nonsensical_batches_are_refused",
        "unit/web/hall/storage/test_receiver.py": "every_entry_is_stored_once_and_a_gap_is_asked_for"
        " another_entry_in_the_same_place_ends_it an_evening_without_its_beginning_is_refused",
    },
    "a joined table that lies, floods and repeats itself to a hall on PostgreSQL": {
        "promises/threats/test_hostile_tables_on_postgres.py": "tampered_batches_are_refused_or_break_their_own_evening"
        " entries_that_cannot_be_break_their_evening_alone huge_batches_are_refused_before_they_are_stored"
        " the_same_batch_of_many_connections_is_stored_once a_changed_entry_ends_the_membership_of_its_table_alone",
    },
    "somebody runs an event who is no referee, or puts markup or formulas into names of it": {
        "unit/web/hall/test_app.py": "a_guest_runs_no_event markup_in_names_stays_text"
        " results_are_files_and_a_name_is_no_formula",
    },
    "names in an event's files: formulas by any separator, line breaks, 24 wide characters": {
        "promises/threats/test_event_names.py": "no_cell_is_a_formula_by_any_separator"
        " names_are_whole_in_the_file_and_on_their_line no_name_breaks_a_line_or_a_header"
        " wide_names_and_markup_are_text_on_every_page",
    },
    "anything sent outside, by us or by a library": {
        "promises/threats/test_no_outside.py": "an_evening_without_any_network nothing_of_ours_can_fetch",
        "promises/threats/test_nothing_sent.py": "what_is_asked_and_written_is_found reading_a_picture"
        " an_evening_at_a_table the_companion_as_make_run_starts_it a_hall_with_tables_that_play training",
    },
    "what a fault tells": {
        "promises/threats/test_info_leak.py": "a_fault_anywhere_says_nothing_of_itself no_header_names_the_server"
        " a_picture_is_shown_by_its_own_name_to_phones_that_opened_the_page",
    },
    "JSON, text and paths that break what reads them": {
        "promises/threats/test_hostile_json.py": "deep_house_rules_are_refused_wherever_they_are_asked"
        " one_bad_deck_hides_no_good_one text_that_cannot_be_written_reaches_neither_hash_nor_ledger"
        " a_hand_is_named_by_text no_path_reaches_a_header_unquoted settings_of_a_strangers_ledger_stop_no_start"
        " a_flood_of_addresses_leaves_no_trace_of_those_refused",
        "unit/web/request/test_contract.py": "what_was_not_promised_never_reaches_the_view"
        " a_route_nobody_described_is_not_served",
    },
    "nonsense at every route, in every role": {
        "promises/threats/test_fuzzed_requests.py": "random_requests_and_files_meet_only_declared_refusals",
        "promises/threats/test_every_request.py": "never_a_fault_of_ours",
    },
    "more rights on the machine": {
        "promises/deploy/test_units.py": "units_are_closed",
    },
    "changed dependencies": {
        "test_house.py": "locks_have_hashes_and_no_addresses the_locks_agree",
    },
}


def defined_tests(file: str) -> set[str]:
    """Tests of a file that are not always skipped."""
    tree = ast.parse((TESTS / file).read_text())
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return {
        one.name for one in tests if not any(ast.unparse(mark) == "pytest.mark.skip" for mark in one.decorator_list)
    }


def test_every_row_has_tests_that_are_there() -> None:
    for attack, files in ROWS.items():
        assert files, attack
        for file, names in files.items():
            missing = {f"test_{name}" for name in names.split()} - defined_tests(file)
            assert not missing, f"{attack}: {file}"


def test_the_readme_has_the_same_rows_and_names_their_files() -> None:
    lines = [line.split("|") for line in (HERE / "README.md").read_text().splitlines() if line.startswith("| ")][1:]
    assert [line[1].strip() for line in lines] == list(ROWS)
    for line in lines:
        for file in re.findall(r"`([\w./]+\.py)`", line[3]):
            named = (HERE / file).resolve().relative_to(TESTS).as_posix()
            assert named in ROWS[line[1].strip()], line


def test_no_file_of_threats_stands_outside_the_table() -> None:
    named = {file for files in ROWS.values() for file in files}
    assert {f"promises/threats/{file.name}" for file in HERE.glob("test_*.py")} - named == {
        "promises/threats/test_table.py"
    }
