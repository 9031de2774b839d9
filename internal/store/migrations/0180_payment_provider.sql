-- +goose Up
-- Which card provider takes the payments of this database: 'live', or
-- 'simulated' with the simulator's identity. 'unknown' means that the database
-- already had payments when this table was added.
CREATE TABLE payment_provider (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    name        TEXT   NOT NULL,
    recorded_ms BIGINT NOT NULL
);
INSERT INTO payment_provider (id, name, recorded_ms)
    SELECT 1, 'unknown', 0
    WHERE EXISTS (SELECT 1 FROM payment_attempt WHERE sent_ms > 0)
       OR EXISTS (SELECT 1 FROM booking WHERE confirmed_ms > 0);

-- +goose Down
DROP TABLE payment_provider;
