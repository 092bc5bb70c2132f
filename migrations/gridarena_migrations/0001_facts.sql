-- Every table holds facts of one kind. Rows are only ever added; what is true now is derived from them.
-- `seq` numbers all facts of the database, whatever their table, in the order in which they became durable.
-- header, record, body and plan are canonical JSON (sorted keys, no blanks): the very bytes that are hashed.

PRAGMA application_id = 0x67726964; -- "grid": no other program's database is taken for ours

CREATE TABLE team (
    seq  INTEGER PRIMARY KEY,
    team TEXT    NOT NULL UNIQUE,
    at   INTEGER NOT NULL
);

-- The newest token of a team is its only valid one.
CREATE TABLE token (
    seq    INTEGER PRIMARY KEY,
    team   TEXT    NOT NULL,
    sha256 TEXT    NOT NULL UNIQUE,
    at     INTEGER NOT NULL
);

-- One row for each version of an agent; the newest is its present one.
CREATE TABLE agent (
    seq     INTEGER PRIMARY KEY,
    agent   TEXT    NOT NULL,
    team    TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    version TEXT    NOT NULL,
    at      INTEGER NOT NULL
);

CREATE TABLE tournament (
    tournament INTEGER PRIMARY KEY,
    seq        INTEGER NOT NULL UNIQUE,
    plan       TEXT    NOT NULL,
    at         INTEGER NOT NULL
);

CREATE TABLE pairing (
    pairing    INTEGER PRIMARY KEY,
    seq        INTEGER NOT NULL UNIQUE,
    tournament INTEGER NOT NULL REFERENCES tournament,
    round      INTEGER NOT NULL,
    agent_0    TEXT    NOT NULL,
    agent_1    TEXT    NOT NULL,
    board      INTEGER NOT NULL,
    clock      INTEGER NOT NULL
);
CREATE INDEX pairing_of_tournament ON pairing (tournament);

CREATE TABLE match (
    match      INTEGER PRIMARY KEY,
    seq        INTEGER NOT NULL UNIQUE,
    agent_0    TEXT    NOT NULL,
    agent_1    TEXT    NOT NULL,
    tournament INTEGER,
    pairing    INTEGER,
    leg        INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    header     TEXT    NOT NULL,
    hash       TEXT    NOT NULL -- h0 of the chain: SHA-256 of header
);
CREATE INDEX match_of_tournament ON match (tournament) WHERE tournament IS NOT NULL;
CREATE INDEX match_of_pairing ON match (pairing, leg, attempt) WHERE pairing IS NOT NULL;

CREATE TABLE turn (
    seq    INTEGER PRIMARY KEY,
    match  INTEGER NOT NULL REFERENCES match,
    turn   INTEGER NOT NULL,
    record TEXT    NOT NULL,
    hash   TEXT    NOT NULL, -- SHA-256 of the hash before and record
    detail TEXT    NOT NULL, -- the proposals as they came; private until the match is over
    UNIQUE (match, turn)
);

CREATE TABLE reopening (
    seq         INTEGER PRIMARY KEY,
    match       INTEGER NOT NULL REFERENCES match,
    turn        INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    reason      TEXT    NOT NULL,
    away_0_us   INTEGER NOT NULL,
    away_1_us   INTEGER NOT NULL,
    UNIQUE (match, turn, attempt)
);

CREATE TABLE result (
    seq         INTEGER PRIMARY KEY, -- ratings are updated in this order
    match       INTEGER NOT NULL UNIQUE REFERENCES match,
    termination TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    hash        TEXT    NOT NULL -- SHA-256 of body: no flipped bit makes a wrong standing
);

CREATE TABLE void (
    seq    INTEGER PRIMARY KEY,
    match  INTEGER NOT NULL UNIQUE REFERENCES match,
    reason TEXT    NOT NULL,
    at     INTEGER NOT NULL
);

CREATE TABLE host_event (
    seq        INTEGER PRIMARY KEY,
    kind       TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    tournament INTEGER,
    match      INTEGER
);

-- Nothing counts twice: a leg of a pairing has one match that is not void for each attempt.
CREATE TRIGGER match_counts_once BEFORE INSERT ON match
WHEN EXISTS (
    SELECT 1 FROM match AS other
    WHERE other.pairing = new.pairing AND other.leg = new.leg AND other.attempt = new.attempt
      AND NOT EXISTS (SELECT 1 FROM void WHERE void.match = other.match)
)
BEGIN
    SELECT RAISE(ABORT, 'this attempt at this leg of the pairing has a match already');
END;

-- A match that is over stays as it is; it may only be voided.
CREATE TRIGGER turn_in_live_match BEFORE INSERT ON turn
WHEN EXISTS (SELECT 1 FROM result WHERE match = new.match) OR EXISTS (SELECT 1 FROM void WHERE match = new.match)
BEGIN
    SELECT RAISE(ABORT, 'the match is over');
END;

CREATE TRIGGER reopening_in_live_match BEFORE INSERT ON reopening
WHEN EXISTS (SELECT 1 FROM result WHERE match = new.match) OR EXISTS (SELECT 1 FROM void WHERE match = new.match)
BEGIN
    SELECT RAISE(ABORT, 'the match is over');
END;

CREATE TRIGGER result_in_live_match BEFORE INSERT ON result
WHEN EXISTS (SELECT 1 FROM void WHERE match = new.match)
BEGIN
    SELECT RAISE(ABORT, 'the match is void');
END;
