-- +goose Up
-- Indexes for counting the jobs that wait or were given up, by kind, and for
-- finding payment attempts that need a job but have none.
CREATE INDEX outbox_open ON outbox (kind, created_ms) WHERE state <> 'done';
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');

-- +goose Down
DROP INDEX payment_attempt_job;
DROP INDEX outbox_open;
