-- +goose Up
-- PostgreSQL writes every index of a row again when an update changes a column that one of
-- them has, also in its condition. Most steps of a booking change changed_ms, so no
-- index has it. A hold that began after a time has not ended before it.
DROP INDEX booking_expired;
CREATE INDEX booking_expired ON booking (started_ms) WHERE state = 'expired';
-- No statement uses it.
DROP INDEX IF EXISTS booking_stay;

-- +goose Down
CREATE INDEX booking_stay ON booking (unit_type, arrival);
DROP INDEX booking_expired;
CREATE INDEX booking_expired ON booking (changed_ms) WHERE state = 'expired';
