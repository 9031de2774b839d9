-- +goose Up
-- Each consent to newsletters: when it was given, where, and to which text. It is
-- kept as long as the address is.
CREATE TABLE newsletter_consent (
    email_key TEXT   NOT NULL,
    at_ms     BIGINT NOT NULL,
    source    TEXT   NOT NULL,
    newspaper TEXT   NOT NULL,
    wording   TEXT   NOT NULL,
    PRIMARY KEY (email_key, source, newspaper, wording)
);

-- +goose Down
DROP TABLE newsletter_consent;
