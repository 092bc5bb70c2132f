-- A team may stand on boards under a pseudonym. `team` is what everybody reads, in every label and header;
-- `real_name` is whom the host knows behind it, empty where there is no pseudonym.
ALTER TABLE team ADD COLUMN real_name TEXT NOT NULL DEFAULT '';

-- A removed team cannot connect; a token issued later brings it back. What it has played stays.
CREATE TABLE team_removal (
    seq  INTEGER PRIMARY KEY,
    team TEXT    NOT NULL,
    at   INTEGER NOT NULL
);
