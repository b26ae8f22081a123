"""What a language does to words that are put into sentences: forms of nouns, forms for numbers, lists, decimals."""

from __future__ import annotations

import pickle

import pytest

from mistvale.core.grammar import Decimal, MissingForm, Noun, asked_forms, joined, noun, plural_rule, signs
from mistvale.core.text import languages, plurals

CZECH = "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2"


def test_a_noun_stands_for_itself_and_brings_its_other_forms():
    rocket = noun("term.card.rocket", "Raketa | acc: raketu | gen: rakety")
    assert rocket == "Raketa" and f"{rocket}" == "Raketa" and f"{rocket:>8}" == "  Raketa"
    assert f"{rocket:acc}" == "raketu" and f"{rocket:Gen}" == "Rakety", "a capital asks for one at the start"
    with pytest.raises(MissingForm, match=r"term.card.rocket has no form 'dat'; it has: acc, gen"):
        format(rocket, "dat")


def test_a_bar_in_a_sentence_is_only_a_bar():
    assert noun("k", "either | or").forms == {}
    assert noun("k", "a | b: c").forms == {"b": "c"}


def test_a_noun_with_places_is_filled_in_in_all_its_forms():
    coins = noun("term.coins", "{n} mince | acc: {n} minci").filled({"n": 1})
    assert coins == "1 mince" and f"{coins:acc}" == "1 minci"


def test_a_noun_can_be_sent_to_another_process():
    rocket = pickle.loads(pickle.dumps(noun("k", "Raketa | acc: raketu")))
    assert isinstance(rocket, Noun) and (rocket.key, rocket, f"{rocket:acc}") == ("k", "Raketa", "raketu")


def test_which_forms_a_message_asks_for():
    assert asked_forms("{name} {n:+d} {card:acc} {card}") == {"name": set(), "n": set(), "card": {"acc"}}


def test_a_list_of_nouns_has_the_forms_that_all_of_them_have():
    both = [noun("a", "Raketa | acc: raketu | gen: rakety"), noun("b", "Hvězda | acc: hvězdu")]
    listed = joined("{first} a {last}", both)
    assert listed == "Raketa a Hvězda" and f"{listed:acc}" == "raketu a hvězdu"
    with pytest.raises(MissingForm):
        format(listed, "gen")
    assert not isinstance(joined("{first} a {last}", [*both, "Ann"]), Noun)
    assert joined("{first} a {last}", ["Ann", "Bob", "Cid"]) == "Ann, Bob a Cid"
    assert joined("{first} a {last}", []) == ""


def test_the_word_between_the_last_two_follows_the_sound_after_it():
    pair = "{first} y {last} | before i hi: {first} e {last}"
    assert joined(pair, ["Ana", "Inés"]) == "Ana e Inés"
    assert joined(pair, ["Inés", "Ana"]) == "Inés y Ana"


@pytest.mark.parametrize(
    ("formula", "numbers", "forms"),
    [
        (CZECH, (0, 1, 2, 4, 5, 21, 101, 102), (2, 0, 1, 1, 2, 2, 2, 2)),
        ("n > 1", (0, 1, 2, -1, -2), (0, 0, 1, 0, 1)),
        ("n != 1", (0, 1, 2, -1), (1, 0, 1, 0)),
        ("n%10==1 && n%100!=11 ? 0 : 1", (1, 11, 21, 111, 1021), (0, 1, 0, 1, 0)),
    ],
)
def test_a_number_takes_the_form_that_the_header_says(formula: str, numbers: tuple[int, ...], forms: tuple[int, ...]):
    rule = plural_rule(formula)
    assert tuple(map(rule, numbers)) == forms
    assert pickle.loads(pickle.dumps(rule)) is rule


def test_the_headers_of_our_languages():
    """Czech counts 0, 1, 2 and 5 in three ways, French has one for nothing, Hungarian nouns stay as they are."""
    rules = {lang: plurals("mistvale", lang) for lang in languages("mistvale")}
    assert [rules["cs"](n) for n in (0, 1, 2, 5)] == [2, 0, 1, 2]
    assert [rules["fr"](n) for n in (0, 1, 2)] == [0, 0, 1]
    for lang in ("en", "de", "es", "ca", "it", "nl", "hu"):
        assert [rules[lang](n) for n in (0, 1, 2)] == [1, 0, 1]


def test_signs_are_as_short_as_they_can_be_and_tell_things_apart():
    assert signs(["Berg", "Wasser", "Wald", "Ebene"]) == ["B", "Was", "Wal", "E"]
    assert signs(["Sun", "Sunday"]) == ["Sun", "Sund"], "who begins another is there whole"


def test_a_decimal_is_written_as_in_its_language():
    assert format(Decimal(1.5, "en"), "+.1f") == "+1.5"
    assert format(Decimal(1.5, "de"), "+.1f") == "+1,5"
    assert format(Decimal(1.5, "qps"), ".1f") == "1.5"
    assert format(Decimal(0.95, "en"), ".0%") == "95%"
    assert format(Decimal(0.95, "cs"), ".0%").replace("\xa0", " ") == "95 %"
