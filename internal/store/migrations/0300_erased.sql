-- +goose Up
-- When ages and dates of birth, and when all personal details of a booking were
-- erased; 0: they were not. The retention loop finds by the indexes what it must
-- erase.
ALTER TABLE booking ADD COLUMN ages_erased_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE booking ADD COLUMN erased_ms BIGINT NOT NULL DEFAULT 0;
CREATE INDEX booking_ages_kept ON booking (arrival, ref) WHERE confirmed_ms > 0 AND ages_erased_ms = 0;
CREATE INDEX booking_details_kept ON booking (arrival, ref) WHERE confirmed_ms > 0 AND erased_ms = 0;

-- Holds that an operator has cancelled kept the details of their visitors.
UPDATE booking SET person = '', email_key = '', address = '' WHERE state = 'cancelled' AND confirmed_ms = 0;

-- +goose Down
DROP INDEX booking_details_kept;
DROP INDEX booking_ages_kept;
ALTER TABLE booking DROP COLUMN erased_ms;
ALTER TABLE booking DROP COLUMN ages_erased_ms;
