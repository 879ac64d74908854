"""What is mutated, and which tests have to notice.

Tests that notice most come first, since a trial stops at the first that fails. Together they take a few seconds: the
same mutant is tried on no other tests.
"""

from __future__ import annotations

from dataclasses import dataclass

ENGINE = "tests/engine"
RECORD = "tests/games/record"
CONTRACT = f"{ENGINE}/test_contract.py"
PERFT = f"{ENGINE}/test_perft.py"

PYRAMID, SCORING, CLOCKS, ELO, WRITER = "pyramid", "scoring", "clocks", "Elo", "writer"
HASHES, SIGHT, WINNER = "hashes", "who may see", "who wins"
NONE_SURVIVES = (CLOCKS, HASHES, SIGHT, WINNER)
"""The areas in which no mutant may survive."""


@dataclass(frozen=True)
class Target:
    """A file, or some functions and classes of it, and the tests that are run on each of its mutants."""

    area: str
    path: str
    tests: tuple[str, ...]
    functions: tuple[str, ...] = ()
    """All of the file if empty."""


_VIEWS = (
    f"{ENGINE}/test_view_contents.py",
    f"{CONTRACT}::test_a_view_shows_nothing_that_its_seat_may_not_know",
    f"{CONTRACT}::test_views_are_canonical_json_and_say_who_may_do_what",
    f"{ENGINE}/test_formats.py",
)
_RANKS = f"{ENGINE}/test_turn_order.py"
_FIGURES = (f"{ENGINE}/test_points_by_source.py", f"{ENGINE}/test_figures.py", f"{ENGINE}/test_formats.py")
_TREASURES = (
    f"{ENGINE}/forgotten_treasures/test_scoring.py",
    f"{ENGINE}/forgotten_treasures/test_turn.py",
    f"{ENGINE}/forgotten_treasures/test_legend.py",
    *_FIGURES,
    f"{PERFT}::test_counts_of_action_sequences[forgotten-treasures-2]",
    _RANKS,
    f"{CONTRACT}::test_points_by_stage_and_source_add_up_to_the_scores[forgotten-treasures-3]",
)
_PYRAMIDO = (
    f"{ENGINE}/pyramido/test_rules.py",
    f"{ENGINE}/pyramido/test_rulings.py",
    *_FIGURES,
    f"{PERFT}::test_counts_of_action_sequences[pyramido-2]",
    _RANKS,
    f"{CONTRACT}::test_points_by_stage_and_source_add_up_to_the_scores[pyramido-3]",
)
_GOLD = (
    f"{ENGINE}/silver_gold_pyramids/test_rules.py",
    *_FIGURES,
    f"{PERFT}::test_counts_of_action_sequences[silver-gold-pyramids-2]",
    f"{ENGINE}/test_view_contents.py",
    _RANKS,
    f"{CONTRACT}::test_points_by_stage_and_source_add_up_to_the_scores[silver-gold-pyramids-3]",
    f"{CONTRACT}::test_components_are_conserved_after_every_action[silver-gold-pyramids-3]",
)
_LOG = (
    f"{ENGINE}/test_replay.py",
    f"{ENGINE}/test_damage.py",
    f"{ENGINE}/test_time_checks.py",
)
_WRITER = (f"{RECORD}/test_write.py", f"{RECORD}/test_writer.py", f"{RECORD}/test_check_games.py")

TARGETS = (
    Target(
        PYRAMID, "engine/pyramid.py",
        (f"{ENGINE}/test_pyramid.py", f"{ENGINE}/test_refused_placements.py", f"{ENGINE}/test_figures.py"),
    ),
    Target(SCORING, "engine/forgotten_treasures/scoring.py", _TREASURES),
    Target(SCORING, "engine/forgotten_treasures/gems.py", _TREASURES),
    Target(SCORING, "engine/forgotten_treasures/score_sheet.py", _TREASURES),
    Target(SCORING, "engine/forgotten_treasures/points_by_source.py", _TREASURES),
    Target(SCORING, "engine/pyramido/scoring.py", _PYRAMIDO),
    Target(SCORING, "engine/pyramido/marked_areas.py", _PYRAMIDO),
    Target(SCORING, "engine/pyramido/points_by_source.py", _PYRAMIDO),
    Target(SCORING, "engine/silver_gold_pyramids/marking.py", _GOLD, ("Marking", "resolve", "apply_checked")),
    Target(SCORING, "engine/silver_gold_pyramids/scoring.py", _GOLD),
    Target(SCORING, "engine/silver_gold_pyramids/state.py", _GOLD),
    Target(SCORING, "engine/silver_gold_pyramids/points_by_source.py", _GOLD),
    Target(SCORING, "engine/silver_gold_pyramids/steps.py", _GOLD, ("_award_pyramid_points", "_colour_counts")),
    Target(CLOCKS, "games/time/clocks.py", ("tests/games/time/test_clocks.py",)),
    Target(CLOCKS, "games/time/timing.py", ("tests/games/time", f"{RECORD}/test_shared_parts.py")),
    Target(CLOCKS, "games/time/terms.py", ("tests/games/time", f"{ENGINE}/test_time_checks.py")),
    Target(CLOCKS, "engine/time_checks.py", (f"{ENGINE}/test_time_checks.py", f"{ENGINE}/test_figures.py")),
    Target(CLOCKS, "engine/logged_terms.py", (f"{ENGINE}/test_time_checks.py", "tests/games/time")),
    Target(ELO, "ratings/elo.py", ("tests/ratings/test_elo.py",)),
    Target(ELO, "ratings/rating_update.py", ("tests/ratings/test_elo.py", "tests/ratings/test_removed.py")),
    Target(WRITER, "games/record/decide.py", _WRITER),
    Target(
        # Not what runs on the event loop, which needs PostgreSQL.
        WRITER, "games/record/append.py", (f"{RECORD}/test_append.py", *_WRITER),
        (
            "append_events", "_from_memory", "_fast", "_prepare", "_finish", "_is_current", "_locking", "first_result",
            "_events_json",
        ),
    ),
    Target(
        WRITER, "games/record/write.py", _WRITER,
        ("write_of", "start_log", "_write", "update_seats", "_columns", "_row"),
    ),
    Target(WRITER, "games/record/projections.py", (f"{RECORD}/test_projections.py", *_WRITER)),
    Target(WRITER, "games/record/command_context.py", (f"{RECORD}/test_command_context.py", *_WRITER)),
    Target(HASHES, "engine/canonical.py", (f"{ENGINE}/test_canonical.py", *_LOG)),
    Target(HASHES, "engine/chance.py", (f"{ENGINE}/test_chance.py", f"{ENGINE}/test_chance_vectors.py")),
    Target(
        HASHES, "engine/replay.py", _LOG,
        (
            "fold", "restore", "advance", "check_chain", "_chained", "_seq_after", "_hash_of", "check", "_check_time",
            "_compare",
        ),
    ),
    Target(SIGHT, "engine/redaction.py", (f"{CONTRACT}::test_nothing_secret_leaves_through_redacted_events",)),
    Target(SIGHT, "engine/forgotten_treasures/views.py", _VIEWS, ("view", "_public", "_shown_space", "_explorer")),
    Target(SIGHT, "engine/pyramido/views.py", _VIEWS, ("view", "_public", "_current")),
    Target(SIGHT, "engine/silver_gold_pyramids/views.py", _VIEWS, ("view", "_public", "_decision")),
    Target(
        SIGHT, "games/record/frames.py",
        (f"{RECORD}/test_frames.py", f"{RECORD}/test_projections.py"),
        (
            "addressed", "redacted", "view_frame", "events_frame", "move_messages", "turn_messages",
            "decisions_of_people",
        ),
    ),
    Target(
        SIGHT, "games/record/selectors.py", (f"{RECORD}/test_selectors.py",),
        ("seat_of", "audience_of", "table_statuses", "_seat_of", "events_for", "legal_at"),
    ),
    Target(SIGHT, "games/seating/selectors/open_tables.py", (f"{RECORD}/test_selectors.py",)),
    Target(
        SIGHT, "games/record/tables.py", (f"{RECORD}/test_audiences.py",), ("SeatInfo", "TableInfo"),
    ),
    Target(WINNER, "engine/turn_order.py", (_RANKS,)),
    Target(WINNER, "engine/ranking.py", (_RANKS,)),
    Target(WINNER, "engine/forgotten_treasures/ranking.py", _TREASURES),
    Target(WINNER, "engine/pyramido/ranking.py", _PYRAMIDO),
    Target(WINNER, "engine/silver_gold_pyramids/ranking.py", _GOLD),
    Target(WINNER, "engine/core.py", (_RANKS,), ("Outcome",)),
    Target(
        WINNER, "engine/forgotten_treasures/stages.py", _TREASURES,
        ("end_game", "score_if_all_in"),
    ),
    Target(WINNER, "engine/forgotten_treasures/leaving.py", _TREASURES, ("drop_out",)),
    Target(WINNER, "engine/pyramido/leaving.py", _PYRAMIDO),
    Target(WINNER, "engine/silver_gold_pyramids/leaving.py", _GOLD),
    Target(WINNER, "engine/pyramido/turns.py", _PYRAMIDO, ("_score", "end_game", "with_out")),
    Target(WINNER, "engine/silver_gold_pyramids/steps.py", _GOLD, ("_next_step", "end_game")),
)  # fmt: skip
