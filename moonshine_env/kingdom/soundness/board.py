"""Options, clock, seats, pieces, Barrels, Stills, Police and Titles."""

from __future__ import annotations

from moonshine_env.engine.jit import rule
from moonshine_env.kingdom.phases.territory import count_barrels
from moonshine_env.kingdom.soundness.problems import (
    BAD_ABSENT_SEAT,
    BAD_BARRELS,
    BAD_BOSSES,
    BAD_CLOCK,
    BAD_COUNT,
    BAD_DISTRICT,
    BAD_ENDING,
    BAD_FOREIGN_SAFEHOUSE,
    BAD_GIVEN,
    BAD_MARKS,
    BAD_MISSING_PRECINCT,
    BAD_MOB,
    BAD_NEXT_TOKEN,
    BAD_NO_OWNER,
    BAD_OPTIONS,
    BAD_OWNER,
    BAD_PRECINCT_PIECES,
    BAD_PRECINCTS,
    BAD_PRICE,
    BAD_RUNNERS,
    BAD_SAFEHOUSES,
    BAD_STILL,
    BAD_TITLE,
    BAD_TOKEN,
    OK,
    at,
)
from moonshine_env.kingdom.soundness.stack import has_frame_at
from moonshine_env.kingdom.vocab import (
    DAY_CAP,
    DICE_FACES,
    FULL_MOON,
    MAX_GIVEN_DICE,
    MAX_PLAYERS,
    NEW_MOON,
    NONE,
    NOT_OVER,
    NUM_BOROUGHS,
    NUM_BROKERS,
    NUM_DISTRICTS,
    NUM_LIQUORS,
    NUM_MOBS,
    SAFEHOUSE,
)


@rule
def check_frame_of_game(t, s):
    """Check options, clock, ending and given dice."""
    players = int(s["num_players"])
    if not 2 <= players <= MAX_PLAYERS or s["max_days"] < 1 or s["plays_per_day"] < 1:
        return at(BAD_OPTIONS, 0)
    if not 0 <= s["still_once_per_day"] <= 1 or not 0 <= s["cooperation"] <= 1 or not 0 <= s["blood_oath"] <= 1:
        return at(BAD_OPTIONS, 0)
    if not 1 <= s["day"] <= s["max_days"] or not NEW_MOON <= s["moon"] <= FULL_MOON:
        return at(BAD_CLOCK, 0)
    if not NOT_OVER <= s["ending"] <= DAY_CAP:
        return at(BAD_ENDING, 0)
    for place in range(1, players + 1):
        if count_equal(s["place"], place) != (0 if s["ending"] == NOT_OVER else 1):
            return at(BAD_ENDING, 0)
    waiting = int(s["given_count"])
    if not 0 <= waiting <= MAX_GIVEN_DICE:
        return at(BAD_GIVEN, 0)
    for k in range(waiting):
        if not 1 <= s["given"][k] <= DICE_FACES:
            return at(BAD_GIVEN, 0)
    if waiting < MAX_GIVEN_DICE and s["given"][waiting] != 0:
        return at(BAD_GIVEN, 0)
    return OK


@rule
def count_equal(numbers, number):
    """Count how often a number stands in an array."""
    total = 0
    for k in range(len(numbers)):
        if numbers[k] == number:
            total += 1
    return total


@rule
def check_seats(t, s):
    """Check each seat's mob, tokens, cash and what he holds."""
    players = int(s["num_players"])
    low = 0
    for seat in range(players):
        if s["next_token"][seat] > 0:
            low += 1
    marks = 0
    for seat in range(players):
        if not 0 <= s["mob"][seat] < NUM_MOBS or count_equal(s["mob"], s["mob"][seat]) != 1:
            return at(BAD_MOB, seat)
        if count_equal(s["token"], seat + 1) != 1:
            return at(BAD_TOKEN, seat)
        if s["next_token"][seat] < 0 or (seat < low and count_equal(s["next_token"], seat + 1) != 1):
            return at(BAD_NEXT_TOKEN, seat)
        if not is_counted(s, seat):
            return at(BAD_COUNT, seat)
        marks += int(s["marks"][seat])
    if marks > t["marks"]:
        return at(BAD_MARKS, 0)
    for seat in range(players, MAX_PLAYERS):
        if not is_absent(s, seat):
            return at(BAD_ABSENT_SEAT, seat)
    return OK


@rule
def is_counted(s, seat):
    """Say whether the seat's counts are not below 0, and what is once or never is."""
    for broker in range(NUM_BROKERS):
        if not 0 <= s["favors"][seat, broker] <= 1:
            return False
    if not 0 <= s["commission"][seat] <= 1 or not 0 <= s["hustled"][seat] <= 1:
        return False
    if s["cash"][seat] < 0 or s["marks"][seat] < 0 or not 0 <= s["plays_today"][seat] <= s["plays_per_day"]:
        return False
    return s["fights"][seat] >= 0 and s["smuggles"][seat] >= 0


@rule
def is_absent(s, seat):
    """Say whether nothing belongs to a seat that does not play."""
    if s["mob"][seat] != NONE or s["token"][seat] or s["next_token"][seat] or s["cash"][seat] or s["stash"][seat]:
        return False
    if s["markers"][seat] or s["runners_left"][seat] or s["bosses_left"][seat] or s["safehouses_left"][seat]:
        return False
    if s["marks"][seat] or s["commission"][seat] or s["plays_today"][seat] or s["hustled"][seat] or s["place"][seat]:
        return False
    for other in range(MAX_PLAYERS):
        if s["slots"][seat, other] or s["slots"][other, seat]:
            return False
    for broker in range(NUM_BROKERS):
        if s["favors"][seat, broker] or s["favors_lost"][seat, broker]:
            return False
    if s["offers"][seat] or s["partner"][seat] != NONE:
        return False
    return s["spent"][seat] == 0 and s["runners_lost"][seat] == 0


# ---- pieces, Precincts, Stills


@rule
def check_districts(t, s):
    """Check who Controls each District and what stands there."""
    for district in range(NUM_DISTRICTS):
        code = check_control(s, district)
        if code != OK:
            return code
    code = check_stills(t, s)
    if code != OK:
        return code
    whole = count_equal(s["still_liquor"], NONE) == 0
    boroughs, precinct, printed = t["borough"], s["precinct"], t["precinct"]
    for borough in range(NUM_BOROUGHS):
        left = int(s["precincts_left"][borough])
        precincts = left
        wanted = 0
        for district in range(NUM_DISTRICTS):
            if boroughs[district] == borough:
                precincts += int(precinct[district])
                wanted += int(printed[district])
        if not 0 <= left <= 1 or precincts > 1:
            return at(BAD_PRECINCTS, borough)
        if whole and precincts != wanted:
            return at(BAD_MISSING_PRECINCT, borough)
    return OK


@rule
def check_control(s, district):
    """Check who Controls one District and what stands there."""
    owner, house = int(s["owner"][district]), int(s["safehouse"][district])
    bosses, runners = int(s["bosses"][district]), int(s["runners"][district])
    players = int(s["num_players"])
    if bosses < 0 or runners < 0 or not NONE <= owner < players or not NONE <= house < players:
        return at(BAD_DISTRICT, district)
    for liquor in range(NUM_LIQUORS):
        if s["barrels"][district, liquor] < 0:
            return at(BAD_DISTRICT, district)
    if owner == NONE:
        if bosses + runners > 0 or house != NONE:
            return at(BAD_NO_OWNER, district)
    elif house != NONE and house != owner:
        if not has_frame_at(s, SAFEHOUSE, district):
            return at(BAD_FOREIGN_SAFEHOUSE, district)
    elif house == NONE and bosses + runners == 0:
        return at(BAD_OWNER, district)
    if not 0 <= s["precinct"][district] <= 1:
        return at(BAD_DISTRICT, district)
    if s["precinct"][district] and (owner != NONE or count_barrels(s, district) > 0):
        return at(BAD_PRECINCT_PIECES, district)
    return OK


@rule
def check_stills(t, s):
    """Check that each District has no Still, or one whose token is printed and lies nowhere else."""
    liquors, numbers, fired = s["still_liquor"], s["still_number"], s["still_fired"]
    token_liquor, token_number = t["token_liquor"], t["token_number"]
    used = 0  # a bit for each token
    for district in range(NUM_DISTRICTS):
        if not 0 <= fired[district] <= 1:
            return at(BAD_STILL, district)
        if liquors[district] == NONE:
            if numbers[district] != 0 or fired[district] != 0:
                return at(BAD_STILL, district)
            continue
        found = NONE
        for token in range(NUM_DISTRICTS):
            if (
                token_number[token] == numbers[district]
                and token_liquor[token] == liquors[district]
                and not used >> token & 1
            ):
                found = token
                break
        if found == NONE:
            return at(BAD_STILL, district)
        used |= 1 << found
    return OK


@rule
def check_pieces(t, s):
    """Check that each seat's Bosses, Runners and Safehouses make up his total."""
    owner, safehouse, on_bosses, on_runners = s["owner"], s["safehouse"], s["bosses"], s["runners"]
    for seat in range(s["num_players"]):
        bosses = int(s["bosses_left"][seat]) + int(s["elsewhere_bosses"][seat])
        runners = int(s["runners_left"][seat]) + int(s["runners_lost"][seat]) + int(s["elsewhere_runners"][seat])
        houses = int(s["safehouses_left"][seat]) + int(s["elsewhere_safehouses"][seat])
        if s["party_owner"] == seat:
            bosses += int(s["party_bosses"])
            runners += int(s["party_runners"])
        for district in range(NUM_DISTRICTS):
            if owner[district] == seat:
                bosses += int(on_bosses[district])
                runners += int(on_runners[district])
            if safehouse[district] == seat:
                houses += 1
        if s["bosses_left"][seat] < 0 or s["elsewhere_bosses"][seat] < 0 or bosses != t["mob_bosses"][s["mob"][seat]]:
            return at(BAD_BOSSES, seat)
        if s["runners_left"][seat] < 0 or s["runners_lost"][seat] < 0 or s["elsewhere_runners"][seat] < 0:
            return at(BAD_RUNNERS, seat)
        if runners != t["runners_per_player"]:
            return at(BAD_RUNNERS, seat)
        if (
            s["safehouses_left"][seat] < 0
            or s["elsewhere_safehouses"][seat] < 0
            or houses != t["safehouses_per_player"]
        ):
            return at(BAD_SAFEHOUSES, seat)
    return OK


@rule
def check_goods(t, s):
    """Check Barrels and prices of each liquor, and that Titles are held by players."""
    lying = s["barrels"]
    for liquor in range(NUM_LIQUORS):
        barrels = int(s["supply"][liquor]) + int(s["elsewhere_barrels"][liquor]) + int(s["party_cargo"][liquor])
        for district in range(NUM_DISTRICTS):
            barrels += int(lying[district, liquor])
        if s["supply"][liquor] < 0 or s["elsewhere_barrels"][liquor] < 0 or barrels != t["barrels_per_liquor"]:
            return at(BAD_BARRELS, liquor)
        price = int(s["price"][liquor])
        if price != t["start_price"][liquor] and not t["fix_floor"] <= price <= t["fix_ceiling"]:
            return at(BAD_PRICE, liquor)
    players = int(s["num_players"])
    for liquor in range(NUM_LIQUORS):
        if not NONE <= s["syndicate"][liquor] < players:
            return at(BAD_TITLE, 0)
    for borough in range(NUM_BOROUGHS):
        if not NONE <= s["deed"][borough] < players or not 0 <= s["extorted"][borough] <= 1:
            return at(BAD_TITLE, 0)
    if not NONE <= s["ward_boss"] < players or not NONE <= s["rat"] < players:
        return at(BAD_TITLE, 0)
    return OK
