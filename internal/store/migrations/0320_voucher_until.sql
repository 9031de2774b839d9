-- +goose Up
-- The last day of a voucher of the catalogue is in the catalogue alone. A node of the
-- release before writes it here when such a voucher is used; nobody reads it.
UPDATE voucher SET until = '' WHERE from_catalogue AND until <> '';

-- +goose Down
SELECT 1; -- the release before copies the day with the next use
