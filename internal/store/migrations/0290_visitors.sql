-- +goose Up
-- A newsletter sign-up counts only once it is confirmed from the e-mail that it
-- causes. The token is what links in e-mails carry instead of the address; rows of
-- older versions have none until they sign up again. wording is the text to which
-- the visitor agreed.
ALTER TABLE newsletter ADD COLUMN token TEXT NOT NULL DEFAULT '';
ALTER TABLE newsletter ADD COLUMN source TEXT NOT NULL DEFAULT 'newsletter';
ALTER TABLE newsletter ADD COLUMN newspaper TEXT NOT NULL DEFAULT '';
ALTER TABLE newsletter ADD COLUMN wording TEXT NOT NULL DEFAULT '';
ALTER TABLE newsletter ADD COLUMN mailed_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE newsletter ADD COLUMN confirmed_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE newsletter ADD COLUMN unsubscribed_ms BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX newsletter_token ON newsletter (token) WHERE token <> '';
CREATE INDEX newsletter_unconfirmed ON newsletter (signed_up_ms) WHERE confirmed_ms = 0;

-- Messages of the contact form, until the brand's staff have got them by e-mail
-- and for a year after that.
CREATE TABLE contact_message (
    reference   TEXT   PRIMARY KEY,
    email_key   TEXT   NOT NULL, -- the address in lower case
    name        TEXT   NOT NULL,
    email       TEXT   NOT NULL,
    phone       TEXT   NOT NULL,
    booking_ref TEXT   NOT NULL,
    message     TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL
);
CREATE INDEX contact_message_email ON contact_message (email_key);
CREATE INDEX contact_message_created ON contact_message (created_ms);

-- +goose Down
DROP TABLE contact_message;
DROP INDEX newsletter_unconfirmed;
DROP INDEX newsletter_token;
ALTER TABLE newsletter DROP COLUMN unsubscribed_ms;
ALTER TABLE newsletter DROP COLUMN confirmed_ms;
ALTER TABLE newsletter DROP COLUMN mailed_ms;
ALTER TABLE newsletter DROP COLUMN wording;
ALTER TABLE newsletter DROP COLUMN newspaper;
ALTER TABLE newsletter DROP COLUMN source;
ALTER TABLE newsletter DROP COLUMN token;
