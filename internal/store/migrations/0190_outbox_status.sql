-- +goose Up
-- What waits or was given up, counted by kind; and attempts that wait for a
-- job, so that one without a job is found.
CREATE INDEX outbox_open ON outbox (kind, created_ms) WHERE state <> 'done';
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');

-- +goose Down
DROP INDEX payment_attempt_job;
DROP INDEX outbox_open;
