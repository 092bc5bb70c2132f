-- What an agent said it plays, one a line: a tournament of one game need not wait for an agent of another.
-- Empty for agents that were seen before this was asked.
ALTER TABLE agent ADD COLUMN games TEXT NOT NULL DEFAULT '';
