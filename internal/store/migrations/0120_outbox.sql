-- +goose Up
-- Work to do outside the database after a commit. The payload may contain
-- personal data and is emptied when the job ends.
CREATE TABLE outbox (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL,
    job_key    TEXT    NOT NULL,
    payload    TEXT    NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('due', 'done', 'given up')),
    due_ms     BIGINT  NOT NULL, -- while leased: when the lease ends
    tries      INTEGER NOT NULL,
    created_ms BIGINT  NOT NULL,
    UNIQUE (kind, job_key)
);
CREATE INDEX outbox_due ON outbox (due_ms) WHERE state = 'due';

-- +goose Down
DROP TABLE outbox;
