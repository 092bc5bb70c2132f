-- A host's decision may be about an agent (who entered a tournament late or was withdrawn from it) and about a version
-- of it (an update that it may play on with). Both are read back after a restart, so they are no part of the text.

ALTER TABLE host_event ADD COLUMN agent TEXT;
ALTER TABLE host_event ADD COLUMN version TEXT;
