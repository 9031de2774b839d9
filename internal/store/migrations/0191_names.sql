-- +goose Up
-- Plainer names: failure for the counted failures (before: strike), and a
-- plainer name for the locks of their keys.
ALTER TABLE strike RENAME TO failure;
ALTER TABLE strike_turn RENAME TO attempt_lock;

-- For nodes of the previous release that run beside this one on PostgreSQL.
CREATE VIEW strike AS SELECT * FROM failure;
CREATE VIEW strike_turn AS SELECT * FROM attempt_lock;

-- +goose Down
DROP VIEW strike_turn;
DROP VIEW strike;
ALTER TABLE attempt_lock RENAME TO strike_turn;
ALTER TABLE failure RENAME TO strike;
