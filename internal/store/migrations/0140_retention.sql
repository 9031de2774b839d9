-- +goose Up
-- Indexes for the rows that the sweeper deletes after a while.
CREATE INDEX booking_expired ON booking (changed_ms) WHERE state = 'expired';
CREATE INDEX outbox_done ON outbox (due_ms) WHERE state = 'done';
CREATE INDEX booking_grant_ref ON booking_grant (ref);

-- +goose Down
DROP INDEX booking_grant_ref;
DROP INDEX outbox_done;
DROP INDEX booking_expired;
