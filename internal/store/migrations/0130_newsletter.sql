-- +goose Up

-- Who signed up for the newsletter. email_key is the address in lower case, so
-- that a second sign-up changes nothing.
CREATE TABLE newsletter (
    email_key    TEXT PRIMARY KEY,
    email        TEXT   NOT NULL,
    first_name   TEXT   NOT NULL,
    referer      TEXT   NOT NULL,
    signed_up_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE newsletter;
