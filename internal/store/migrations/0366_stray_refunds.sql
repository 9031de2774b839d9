-- +goose Up
-- When a refund of a payment without a booking was sent to the provider, by order code. The
-- job that sends it does not know, because it can end and be written again.
CREATE TABLE stray_refund (
    order_code TEXT PRIMARY KEY,
    sent_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE stray_refund;
