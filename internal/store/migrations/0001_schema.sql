-- expand
-- The schema of both databases. Types have the names of PostgreSQL; migrate.go says what
-- SQLite, whose tables are strict, calls them. The rules of each database are in its folder.
--
-- Ids are text, amounts pence, instants epoch milliseconds (0: never), days ISO text.

-- What is for sale ---------------------------------------------------------------------

-- The lock of the only row in change_counter orders all changes of what is sold.
-- change_log is their log.
CREATE TABLE change_counter (
    id     INTEGER PRIMARY KEY,
    number BIGINT  NOT NULL
);
INSERT INTO change_counter (id, number) VALUES (1, 0);

CREATE TABLE change_log (
    number    BIGINT PRIMARY KEY,
    kind      TEXT   NOT NULL,
    unit_type TEXT   NOT NULL,
    detail    TEXT   NOT NULL,
    at_ms     BIGINT NOT NULL
);
CREATE INDEX change_log_at ON change_log (at_ms);

-- How many units of a unit type are booked or held on a night, and how many staff have
-- closed. A night on which none ever was has no row. How many units exist is in the
-- allotment, in table price.
CREATE TABLE stock (
    unit_type TEXT    NOT NULL,
    night     TEXT    NOT NULL,
    taken     INTEGER NOT NULL CHECK (taken >= 0),
    closed    INTEGER NOT NULL DEFAULT 0 CHECK (closed >= 0),
    PRIMARY KEY (unit_type, night)
);
CREATE INDEX stock_night ON stock (night);

-- Units that staff, or the calendar of another channel, closed (a positive number) and opened
-- again (a negative one) on all nights of a run. Rows are written once and never changed:
-- stock.closed is their sum.
CREATE TABLE stock_closure (
    id          TEXT    PRIMARY KEY,
    unit_type   TEXT    NOT NULL,
    first_night TEXT    NOT NULL,
    last_night  TEXT    NOT NULL CHECK (last_night >= first_night),
    units       INTEGER NOT NULL CHECK (units <> 0),
    by_whom     TEXT    NOT NULL CHECK (by_whom <> ''),
    why         TEXT    NOT NULL CHECK (why <> ''),
    at_ms       BIGINT  NOT NULL,
    source      TEXT    NOT NULL DEFAULT '' -- the channel in ical_calendar; '': staff
);
CREATE INDEX stock_closure_unit ON stock_closure (unit_type, at_ms);

-- The calendars of other channels for unit types of one unit: where their blocked nights are
-- read, and the link by which they read ours.
CREATE TABLE ical_calendar (
    unit_type TEXT    NOT NULL,
    source    TEXT    NOT NULL, -- the channel, as staff name it
    address   TEXT    NOT NULL, -- '': it is not read
    private   BOOLEAN NOT NULL, -- the address may be in our own network
    etag      TEXT    NOT NULL, -- of the document whose nights are blocked
    fewer     TEXT    NOT NULL, -- digest of a document that lacked more than half of them
    error     TEXT    NOT NULL, -- why the last document was not used
    notice    TEXT    NOT NULL, -- what of it was not understood
    stopped   BOOLEAN NOT NULL, -- it was not readable for a day: no night is sold
    added_ms  BIGINT  NOT NULL,
    tried_ms  BIGINT  NOT NULL, -- when it was last read,
    good_ms   BIGINT  NOT NULL, -- when that last went well,
    due_ms    BIGINT  NOT NULL, -- and when it is read next
    link      BIGINT  NOT NULL, -- number of the link to our nights; another one revokes it
    seed      TEXT    NOT NULL, -- makes the UIDs of our events
    read_ms   BIGINT  NOT NULL, -- when the channel last read our nights,
    earlier   BOOLEAN NOT NULL, -- by a link that an earlier secret has signed
    PRIMARY KEY (unit_type, source)
);

-- Bookings of ours on nights that a channel has blocked; those that are open are for staff.
CREATE TABLE ical_overlap (
    unit_type TEXT    NOT NULL,
    source    TEXT    NOT NULL,
    ref       TEXT    NOT NULL,
    open      BOOLEAN NOT NULL,
    PRIMARY KEY (unit_type, source, ref)
);

-- What is for sale is stored in generations: a generation is written in parts while nodes
-- ignore it, and then published by one update. A full generation replaces all earlier ones,
-- a delta replaces only the rows that it has. Where several have a row with the same key,
-- the one published last is valid.
CREATE TABLE generation (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL,
    complete   BOOLEAN NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('staging', 'live', 'dead')),
    live_since BIGINT  NOT NULL DEFAULT 0, -- number of the change that made it live
    swept      BOOLEAN NOT NULL DEFAULT FALSE, -- the rows that it replaced are deleted
    preparing  INTEGER NOT NULL DEFAULT 0, -- how many nodes prepare staged prices, and
    prepared   INTEGER NOT NULL DEFAULT 0, -- how many have; see Staging.Publish
    touched_ms BIGINT  NOT NULL
);
CREATE INDEX generation_live ON generation (kind, state);

-- Regions, operators, parks, units, offers, features and codes as JSON. An empty body in a
-- delta withdraws the entity.
CREATE TABLE entity (
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL,
    generation TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (kind, id, generation)
);
CREATE INDEX entity_generation ON entity (generation);

-- Price table (column sheet) and allotment of a unit type, each as one compact blob. An
-- empty sheet in a delta withdraws the prices; the allotment may stay for later ones. A
-- node that already has the data of a digest in memory need not read it again. rates are
-- the rows, as JSON, from which the table was compiled, '' where it was imported as prices
-- of stays; compiled is the day in London for which it was, '' where the prices do not
-- depend on the day.
CREATE TABLE price (
    unit_type  TEXT  NOT NULL,
    generation TEXT  NOT NULL,
    compiled   TEXT  NOT NULL DEFAULT '',
    rates      TEXT  NOT NULL DEFAULT '',
    source     TEXT  NOT NULL DEFAULT '',
    sheet      BYTEA NOT NULL,
    allotment  BYTEA NOT NULL,
    digest     TEXT  NOT NULL,
    PRIMARY KEY (unit_type, generation)
);
CREATE INDEX price_digest ON price (generation, unit_type, digest);
CREATE INDEX price_rates ON price (generation, unit_type) WHERE rates <> '';
CREATE INDEX price_source ON price (source) WHERE source <> '';
CREATE INDEX price_compiled ON price (compiled) WHERE compiled <> '';

-- The file of school holidays that was imported last, as it was; no row: none ever was.
CREATE TABLE school_holidays (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    file TEXT    NOT NULL
);

-- Bookings -----------------------------------------------------------------------------

-- One row for each booking. terms is what was agreed and person is personal data, both as
-- JSON. person is emptied when a hold ends without payment, and when the details are erased.
-- holder, address, start_key and email_key are digests.
--
-- No index has changed_ms: most steps of a booking change it, and PostgreSQL writes every
-- index of a row again when an update changes a column that one of them has, also in its
-- condition.
CREATE TABLE booking (
    ref            TEXT    PRIMARY KEY,
    shown          TEXT    NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('held', 'paying', 'confirmed', 'expired', 'cancelled', 'refunded')),
    holder         TEXT    NOT NULL,
    address        TEXT    NOT NULL,
    start_key      TEXT    NOT NULL,
    email_key      TEXT    NOT NULL,
    unit_type      TEXT    NOT NULL,
    arrival        TEXT    NOT NULL,
    nights         INTEGER NOT NULL,
    attempt        TEXT    NOT NULL,
    total          BIGINT  NOT NULL,
    terms          TEXT    NOT NULL,
    person         TEXT    NOT NULL,
    started_ms     BIGINT  NOT NULL,
    expires_ms     BIGINT  NOT NULL,
    confirmed_ms   BIGINT  NOT NULL,
    changed_ms     BIGINT  NOT NULL,
    ages_erased_ms BIGINT  NOT NULL DEFAULT 0, -- when ages and dates of birth were erased
    erased_ms      BIGINT  NOT NULL DEFAULT 0, -- when all personal details were
    version        BIGINT  NOT NULL DEFAULT 1  -- raised by every change
);
CREATE UNIQUE INDEX booking_start ON booking (start_key) WHERE state IN ('held', 'paying');
CREATE INDEX booking_holder ON booking (holder, started_ms) WHERE state IN ('held', 'paying');
CREATE INDEX booking_address ON booking (address) WHERE state IN ('held', 'paying');
CREATE INDEX booking_overdue ON booking (expires_ms) WHERE state = 'held';
CREATE INDEX booking_email ON booking (email_key) WHERE email_key <> '';
-- For what the sweeper deletes: a hold that began after a time has not ended before it.
CREATE INDEX booking_expired ON booking (started_ms) WHERE state = 'expired';
-- For what the loop retention erases.
CREATE INDEX booking_ages_kept ON booking (arrival, ref) WHERE confirmed_ms > 0 AND ages_erased_ms = 0;
CREATE INDEX booking_details_kept ON booking (arrival, ref) WHERE confirmed_ms > 0 AND erased_ms = 0;

-- What staff find bookings by: names, addresses, numbers and sums, as booking.Terms says. The
-- rows of a booking are written in its transactions, and removed with its personal details.
-- arrival is that of the booking, so that the next arrivals are found without reading others.
CREATE TABLE booking_term (
    ref     TEXT NOT NULL,
    kind    TEXT NOT NULL,
    term    TEXT NOT NULL,
    arrival TEXT NOT NULL,
    PRIMARY KEY (ref, kind, term)
);
CREATE INDEX booking_term_found ON booking_term (kind, term, arrival, ref);
-- For the first letters of a name, which many bookings have.
CREATE INDEX booking_term_name ON booking_term (substr(term, 1, 2), arrival, term, ref) WHERE kind = 'name';

-- What staff write about a booking: notes, special requests of the guest, and the park's
-- answers, whose about is the request. Rows are only added. The text is removed with the
-- personal details of the booking. A booking has the key of a request to write once.
CREATE TABLE booking_note (
    id          TEXT    PRIMARY KEY,
    ref         TEXT    NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('note', 'request', 'yes', 'no')),
    about       TEXT    NOT NULL DEFAULT '',
    text        TEXT    NOT NULL,
    pinned      BOOLEAN NOT NULL,
    park_sees   BOOLEAN NOT NULL,
    person      TEXT    NOT NULL,
    by_whom     TEXT    NOT NULL,
    at_ms       BIGINT  NOT NULL,
    request_key TEXT    NOT NULL,
    UNIQUE (ref, request_key)
);

-- Who has taken a task of the list Today, and until when it is put off. The tasks themselves
-- are derived. A row is removed when it has been of no use for a month.
CREATE TABLE office_claim (
    task     TEXT    PRIMARY KEY,
    person   TEXT    NOT NULL,
    by_whom  TEXT    NOT NULL,
    taken    BOOLEAN NOT NULL,
    until_ms BIGINT  NOT NULL,
    at_ms    BIGINT  NOT NULL
);

-- What a caller has said right of a booking, as a person of the office has ticked it.
CREATE TABLE caller_check (
    person  TEXT   NOT NULL,
    ref     TEXT   NOT NULL,
    matched TEXT   NOT NULL, -- words with spaces between them
    at_ms   BIGINT NOT NULL,
    PRIMARY KEY (person, ref)
);

-- Which cookie may see which looked-up booking, since when, and when it last did.
CREATE TABLE booking_grant (
    holder     TEXT   NOT NULL,
    ref        TEXT   NOT NULL REFERENCES booking (ref),
    granted_ms BIGINT NOT NULL,
    used_ms    BIGINT NOT NULL,
    PRIMARY KEY (holder, ref)
);
CREATE INDEX booking_grant_used ON booking_grant (used_ms);
CREATE INDEX booking_grant_ref ON booking_grant (ref);

-- Counted failures, by a digest of what failed.
CREATE TABLE failure (
    id    TEXT   PRIMARY KEY,
    key   TEXT   NOT NULL,
    at_ms BIGINT NOT NULL
);
CREATE INDEX failure_key ON failure (key, at_ms);
CREATE INDEX failure_at ON failure (at_ms);

-- Locks of the keys in table failure: a transaction locks a key before it counts failures,
-- so that simultaneous attempts are counted one after the other.
CREATE TABLE attempt_lock (
    key   TEXT   PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

-- What the partner that takes a park's bookings, such as the park's own system, is to know of
-- a booking, and knows: one row for each partner that ever took it. All rows of a booking
-- have the same version. error, refusal and warning are the partner's words, without names.
CREATE TABLE reservation (
    ref        TEXT    NOT NULL,
    partner    TEXT    NOT NULL, -- its id in the partners file, and its code of the park
    present    BOOLEAN NOT NULL, -- it takes the booking; another partner does otherwise
    version    BIGINT  NOT NULL, -- of what it is to know
    base       BIGINT  NOT NULL DEFAULT 0, -- of a first message whose outcome is not known
    ending     BIGINT  NOT NULL DEFAULT 0, -- of a cancellation whose outcome is not known
    held       BOOLEAN NOT NULL DEFAULT FALSE, -- the partner has the reservation
    held_room  TEXT    NOT NULL DEFAULT '', -- for which of its rooms, from when to when
    held_from  TEXT    NOT NULL DEFAULT '',
    held_to    TEXT    NOT NULL DEFAULT '',
    held_ms    BIGINT  NOT NULL DEFAULT 0, -- since when it has acknowledged that
    delivered  BIGINT  NOT NULL DEFAULT 0,
    acked      BIGINT  NOT NULL DEFAULT 0,
    refused    BIGINT  NOT NULL DEFAULT 0,
    told       TEXT    NOT NULL DEFAULT '', -- what it was last told, without the guest
    number     TEXT    NOT NULL DEFAULT '', -- the partner's own
    error      TEXT    NOT NULL DEFAULT '',
    refusal    TEXT    NOT NULL DEFAULT '',
    warning    TEXT    NOT NULL DEFAULT '',
    claimed_ms BIGINT  NOT NULL DEFAULT 0, -- until when a node may be sending
    waiting_ms BIGINT  NOT NULL, -- since when a version is not acknowledged; 0: all are
    sent_ms    BIGINT  NOT NULL DEFAULT 0,
    acked_ms   BIGINT  NOT NULL DEFAULT 0,
    alerted    BOOLEAN NOT NULL DEFAULT FALSE, -- park and staff were told that it is not acknowledged
    PRIMARY KEY (ref, partner)
);
CREATE INDEX reservation_partner ON reservation (partner);
CREATE INDEX reservation_waiting ON reservation (waiting_ms) WHERE waiting_ms > 0;

-- Partners whose system has answered that its address is gone (status 410). Nothing is sent
-- there until the partners file has another address or staff try again.
CREATE TABLE partner_gone (
    partner TEXT   PRIMARY KEY,
    address TEXT   NOT NULL
);

-- Availability and rates that partners send ----------------------------------------------

-- What became of the messages of a partner about a park; '' is for those that name none. The
-- version serialises messages: it grows with each one that is stored.
CREATE TABLE ari_park (
    partner    TEXT   NOT NULL,
    park       TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    stored_ms  BIGINT NOT NULL, -- when the newest message was stored; 0: none
    refused_ms BIGINT NOT NULL, -- when the newest one was refused; 0: none
    refusals   BIGINT NOT NULL, -- since one was stored
    refusal    TEXT   NOT NULL, -- why the newest one was refused
    asked_ms    BIGINT NOT NULL DEFAULT 0, -- when the partner was last asked, and
    answered_ms BIGINT NOT NULL DEFAULT 0, -- when it last answered
    PRIMARY KEY (partner, park)
);

-- What a partner has sent of a unit type, as rows of rates by date. It is compiled where
-- compiled is version.
CREATE TABLE ari_unit (
    partner   TEXT   NOT NULL,
    park      TEXT   NOT NULL,
    unit_type TEXT   NOT NULL,
    rates     TEXT   NOT NULL,
    version   BIGINT NOT NULL,
    compiled  BIGINT NOT NULL,
    error     TEXT   NOT NULL DEFAULT '', -- why what is compiled cannot be sold; '': it can
    PRIMARY KEY (partner, park, unit_type)
);
CREATE INDEX ari_unit_error ON ari_unit (unit_type) WHERE error <> '';
CREATE INDEX ari_unit_stored ON ari_unit (version, partner, park, unit_type) WHERE compiled < version;

-- What partners have sent and were told, packed, without passwords and guests. It is deleted
-- after 30 days.
CREATE TABLE partner_message (
    id       TEXT   PRIMARY KEY,
    partner  TEXT   NOT NULL,
    park     TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    at_ms    BIGINT NOT NULL,
    refused  TEXT   NOT NULL, -- '': it was stored, or acknowledged
    warnings TEXT   NOT NULL, -- a line each
    body     BYTEA  NOT NULL
);
CREATE INDEX partner_message_partner ON partner_message (partner, at_ms);
CREATE INDEX partner_message_at ON partner_message (at_ms);

-- Hotel ads ------------------------------------------------------------------------------

-- Google's hotel ads: how far each account was told of changes, and what it was told.
CREATE TABLE ad_account (
    account   TEXT   PRIMARY KEY,
    change    BIGINT NOT NULL DEFAULT -1, -- the last change of the log whose properties are marked
    listing   TEXT   NOT NULL DEFAULT '', -- stands for what was listed then
    node      TEXT   NOT NULL DEFAULT '', -- sends until a time
    until_ms  BIGINT NOT NULL DEFAULT 0,
    tries     INTEGER NOT NULL DEFAULT 0, -- in a row, in which Google could not be reached
    due_ms    BIGINT NOT NULL DEFAULT 0,
    error     TEXT   NOT NULL DEFAULT ''
);
-- A row stays for ever: Google takes an id for the same place for ever.
CREATE TABLE ad_property (
    account    TEXT    NOT NULL,
    property   TEXT    NOT NULL, -- its id at Google
    subject    TEXT    NOT NULL, -- the park or unit type for which the id stands
    dirty      BIGINT  NOT NULL DEFAULT 0, -- the change of which Google is to be told; 0: none
    waiting_ms BIGINT  NOT NULL DEFAULT 0,
    due_ms     BIGINT  NOT NULL DEFAULT 0,
    tries      INTEGER NOT NULL DEFAULT 0,
    error      TEXT    NOT NULL DEFAULT '',
    refusal    TEXT    NOT NULL DEFAULT '',
    -- The digests of what Google has taken, by part. It is last because it is long: SQLite reads
    -- what stands before it without it.
    sent       TEXT    NOT NULL DEFAULT '{}',
    PRIMARY KEY (account, property)
);
CREATE INDEX ad_property_dirty ON ad_property (account, due_ms) WHERE dirty > 0;

-- Vouchers -----------------------------------------------------------------------------

-- A voucher that our staff issued has its last day and purpose in this table. A voucher from
-- the catalogue has them in the catalogue; its row here exists only so that a transaction can
-- lock it.
CREATE TABLE voucher (
    code           TEXT    PRIMARY KEY,
    from_catalogue BOOLEAN NOT NULL,
    until          TEXT    NOT NULL, -- the last day; '': no end
    purpose        TEXT    NOT NULL
);

-- What happened to vouchers: one row for each change, written once and never changed. amount
-- is what the row does to the balance, so the balance is the sum. ref has no foreign key,
-- because holds that have run out are deleted after some weeks.
CREATE TABLE voucher_line (
    id      TEXT   PRIMARY KEY,
    code    TEXT   NOT NULL REFERENCES voucher (code),
    kind    TEXT   NOT NULL,
    amount  BIGINT NOT NULL,
    ref     TEXT   NOT NULL, -- '': no booking
    cause   TEXT   NOT NULL,
    by_whom TEXT   NOT NULL, -- '': not by our staff
    at_ms   BIGINT NOT NULL,
    CHECK (kind IN ('issued', 'released', 'returned') AND amount > 0
        OR kind IN ('reserved', 'taken') AND amount < 0
        OR kind = 'voided' AND amount <= 0
        OR kind IN ('expired', 'corrected') AND amount <> 0),
    CHECK ((ref <> '') = (kind IN ('reserved', 'released', 'taken', 'returned')))
);
CREATE INDEX voucher_line_code ON voucher_line (code);
CREATE INDEX voucher_line_ref ON voucher_line (ref);
CREATE INDEX voucher_line_at ON voucher_line (at_ms, id);

-- Money --------------------------------------------------------------------------------

-- One row for each payment attempt, kept for ever. There is no card data: detail is the
-- provider's answers as JSON. live says that the attempt is open, so that no other may start
-- for the booking.
CREATE TABLE payment_attempt (
    id           TEXT    PRIMARY KEY,
    ref          TEXT    NOT NULL REFERENCES booking (ref),
    seq          INTEGER NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('created', 'sending', 'challenge', 'approval', 'completing', 'unknown', 'pending',
        'authorised', 'capture requested', 'captured', 'refused', 'authentication failed', 'failed', 'abandoned',
        'cancelling', 'cancel requested', 'cancelled', 'lost', 'refunding', 'refund requested', 'refund failed', 'refunded')),
    live         BOOLEAN NOT NULL,
    method       TEXT    NOT NULL,
    amount       BIGINT  NOT NULL CHECK (amount >= 0),
    order_code   TEXT    NOT NULL UNIQUE,
    provider_ref TEXT    NOT NULL, -- '': the provider goes by our order code
    client_key   TEXT    NOT NULL,
    holder       TEXT    NOT NULL,
    created_ms   BIGINT  NOT NULL,
    expires_ms   BIGINT  NOT NULL,
    sent_ms      BIGINT  NOT NULL,
    call_ms      BIGINT  NOT NULL, -- the last call that may have changed something
    settled_ms   BIGINT  NOT NULL, -- 0: no money taken
    check_ms     BIGINT  NOT NULL, -- 0: nothing to look after
    alert        TEXT    NOT NULL, -- what a member of staff must look at
    link         TEXT    NOT NULL DEFAULT '', -- the payment_link by which it is made; '': none
    detail       TEXT    NOT NULL,
    UNIQUE (ref, seq),
    UNIQUE (ref, client_key),
    CHECK (live = (state IN ('created', 'sending', 'challenge', 'approval', 'completing', 'unknown', 'pending')))
);
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE UNIQUE INDEX payment_attempt_provider ON payment_attempt (method, provider_ref) WHERE provider_ref <> '';
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');
CREATE INDEX payment_attempt_requested ON payment_attempt (call_ms) WHERE state IN ('capture requested', 'cancel requested', 'refund requested');
CREATE INDEX payment_attempt_alert ON payment_attempt (id) WHERE alert <> '';

-- Links by which others pay towards a booking. What is sent is signed and not stored.
CREATE TABLE payment_link (
    id         TEXT   PRIMARY KEY,
    ref        TEXT   NOT NULL REFERENCES booking (ref),
    name       TEXT   NOT NULL, -- who is to pay, in the guest's words; '': not said, or erased
    amount     BIGINT NOT NULL CHECK (amount >= 0), -- 0: all that is left to pay
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    ended_ms   BIGINT NOT NULL -- 0: it was not taken back
);
CREATE INDEX payment_link_ref ON payment_link (ref);

-- The ledger: one row for each movement of money, written once and never changed. key makes
-- a movement unique. Amounts are positive; the kind says which way the money goes. What
-- bookings take of vouchers is in voucher_line.
CREATE TABLE money_movement (
    key          TEXT   PRIMARY KEY,
    ref          TEXT   NOT NULL REFERENCES booking (ref),
    attempt      TEXT   NOT NULL, -- '': not of a payment attempt
    kind         TEXT   NOT NULL CHECK (kind IN ('charge', 'capture', 'authorisation cancelled', 'refund', 'refund reversed', 'fee', 'correction')),
    amount       BIGINT NOT NULL CHECK (amount > 0 OR kind = 'correction' AND amount <> 0),
    method       TEXT   NOT NULL,
    provider_ref TEXT   NOT NULL,
    cause        TEXT   NOT NULL,
    at_ms        BIGINT NOT NULL
);
CREATE INDEX money_movement_ref ON money_movement (ref);
CREATE INDEX money_movement_attempt ON money_movement (attempt) WHERE attempt <> '';
CREATE INDEX money_movement_at ON money_movement (at_ms, key);

-- When a refund of a payment without a booking was sent to the provider, by order code. The
-- job that sends it does not know, because it can end and be written again.
CREATE TABLE stray_refund (
    order_code TEXT   PRIMARY KEY,
    sent_ms    BIGINT NOT NULL
);

-- Which card provider takes the payments of this database: 'live', or 'simulated' with the
-- simulator's identity.
CREATE TABLE payment_provider (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    name        TEXT    NOT NULL,
    recorded_ms BIGINT  NOT NULL
);

-- Statements of operators, frozen when they are issued. Their numbers have no gaps. body is
-- JSON: addresses, period, balances, and the sum of the lines.
CREATE TABLE statement (
    number    BIGINT  PRIMARY KEY CHECK (number > 0),
    operator  TEXT    NOT NULL,
    seq       INTEGER NOT NULL, -- of the operator, from 1
    body      TEXT    NOT NULL,
    UNIQUE (operator, seq)
);

-- What a statement has of a booking: all of it, or what has changed since the one before.
CREATE TABLE statement_line (
    statement  BIGINT  NOT NULL REFERENCES statement (number),
    operator   TEXT    NOT NULL,
    ref        TEXT    NOT NULL REFERENCES booking (ref),
    shown      TEXT    NOT NULL,
    arrival    TEXT    NOT NULL,
    nights     INTEGER NOT NULL,
    park_id    TEXT    NOT NULL,
    park       TEXT    NOT NULL,
    unit       TEXT    NOT NULL,
    included   TEXT    NOT NULL, -- what the price contains of charges and levies, in words
    gross      BIGINT  NOT NULL,
    levies     BIGINT  NOT NULL, -- the part of gross that the operator owes councils
    paid       BIGINT  NOT NULL,
    refunded   BIGINT  NOT NULL,
    ours       BIGINT  NOT NULL,
    vouchers   BIGINT  NOT NULL,
    guest      BIGINT  NOT NULL,
    fee        BIGINT  NOT NULL,
    fee_vat    BIGINT  NOT NULL,
    commission BIGINT  NOT NULL,
    vat        BIGINT  NOT NULL,
    due        BIGINT  NOT NULL,
    PRIMARY KEY (statement, ref),
    CHECK (paid - refunded + ours = guest + fee + commission + vat + due)
);
CREATE INDEX statement_line_operator ON statement_line (operator, ref);

-- Money that operators got, or with a negative amount gave back.
CREATE TABLE remittance (
    id        TEXT   PRIMARY KEY,
    operator  TEXT   NOT NULL,
    amount    BIGINT NOT NULL CHECK (amount <> 0),
    bank_day  TEXT   NOT NULL,
    reference TEXT   NOT NULL CHECK (reference <> ''), -- of the bank
    by_whom   TEXT   NOT NULL CHECK (by_whom <> ''),
    at_ms     BIGINT NOT NULL,
    UNIQUE (operator, bank_day, reference)
);

-- What staff have done by hand, or guests by a plan, by whom and why. Rows are written once
-- and never changed. A booking has the key of a request once.
CREATE TABLE operator_action (
    id      TEXT   PRIMARY KEY,
    at_ms   BIGINT NOT NULL,
    by_whom TEXT   NOT NULL CHECK (by_whom <> ''),
    why     TEXT   NOT NULL CHECK (why <> ''),
    command TEXT   NOT NULL,
    ref     TEXT   NOT NULL, -- '': not about a booking
    attempt TEXT   NOT NULL, -- '': not about a payment
    done    TEXT   NOT NULL,
    request_key TEXT NOT NULL DEFAULT '' -- '': none
);
CREATE UNIQUE INDEX operator_action_request ON operator_action (ref, request_key) WHERE request_key <> '';
CREATE INDEX operator_action_ref ON operator_action (ref, at_ms) WHERE ref <> '';

-- What people of the office have asked to be done with a booking. What gives money away waits
-- until due_ms, or is asked of a second person. body is the JSON of what is needed for that; it
-- is empty once nothing is. A booking has one deed that waits, and each request_key once.
CREATE TABLE deed (
    id          TEXT   PRIMARY KEY,
    ref         TEXT   NOT NULL,
    request_key TEXT   NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('waiting', 'asked', 'done', 'undone', 'refused')),
    kind        TEXT   NOT NULL,
    hash        TEXT   NOT NULL, -- of the plan that was agreed to
    amount      BIGINT NOT NULL, -- what counts towards the limits
    text        TEXT   NOT NULL, -- what it does, in words, such as 'refunds £40.00'
    by_id       TEXT   NOT NULL,
    by_whom     TEXT   NOT NULL,
    why         TEXT   NOT NULL,
    second      TEXT   NOT NULL, -- who else has agreed, or ended it; ''
    note        TEXT   NOT NULL, -- why it was not done; ''
    body        TEXT   NOT NULL,
    at_ms       BIGINT NOT NULL,
    due_ms      BIGINT NOT NULL, -- waiting: when it is done; done: until when it can be undone
    ended_ms    BIGINT NOT NULL,
    UNIQUE (ref, request_key)
);
CREATE UNIQUE INDEX deed_waiting ON deed (ref) WHERE state = 'waiting';
CREATE INDEX deed_asked ON deed (at_ms) WHERE state = 'asked';
CREATE INDEX deed_refused ON deed (ended_ms) WHERE state = 'refused';

-- The office ---------------------------------------------------------------------------

-- Who may sign in to the office. email_key is the address in lower case. parks is a JSON list
-- of park ids. subject names the person at the identity provider after the first sign-in
-- there, '' before.
CREATE TABLE office_person (
    id          TEXT    PRIMARY KEY,
    email_key   TEXT    NOT NULL UNIQUE,
    email       TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    role        TEXT    NOT NULL,
    parks       TEXT    NOT NULL DEFAULT '[]',
    subject     TEXT    NOT NULL DEFAULT '',
    version     INTEGER NOT NULL,
    created_ms  BIGINT  NOT NULL,
    disabled_ms BIGINT  NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX office_person_subject ON office_person (subject) WHERE subject <> '';

-- Links with which somebody makes a passkey, once. id is a digest of what the link has.
CREATE TABLE office_invitation (
    id         TEXT   PRIMARY KEY,
    person     TEXT   NOT NULL REFERENCES office_person (id),
    expires_ms BIGINT NOT NULL,
    used_ms    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX office_invitation_person ON office_invitation (person);

-- Passkeys. credential is the public key with what belongs to it, as JSON.
CREATE TABLE office_passkey (
    id         TEXT   PRIMARY KEY,
    person     TEXT   NOT NULL REFERENCES office_person (id),
    credential TEXT   NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms    BIGINT NOT NULL
);
CREATE INDEX office_passkey_person ON office_passkey (person);

-- What was asked of a browser that shows who somebody is, until it has answered. id is a
-- digest of what the browser got.
CREATE TABLE office_ceremony (
    id         TEXT   PRIMARY KEY,
    kind       TEXT   NOT NULL,
    detail     TEXT   NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX office_ceremony_expires ON office_ceremony (expires_ms);

-- Sessions of the office. id is a digest of what the cookie has. how says by what the person
-- has shown who they are; auth_ms is when, as the identity provider says, 0 by a passkey.
-- step_plan is the plan for which the person has shown it again.
CREATE TABLE office_session (
    id         TEXT   PRIMARY KEY,
    person     TEXT   NOT NULL REFERENCES office_person (id),
    how        TEXT   NOT NULL,
    auth_ms    BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms    BIGINT NOT NULL,
    ended_ms   BIGINT NOT NULL DEFAULT 0,
    step_plan  TEXT   NOT NULL DEFAULT '',
    step_ms    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX office_session_person ON office_session (person);

-- What people in the office did and read. Rows are written once and never changed. fields is
-- a JSON list of the fields that were read or changed.
CREATE TABLE office_event (
    id      TEXT   PRIMARY KEY,
    at_ms   BIGINT NOT NULL,
    person  TEXT   NOT NULL,
    by_whom TEXT   NOT NULL CHECK (by_whom <> ''),
    role    TEXT   NOT NULL,
    session TEXT   NOT NULL,
    action  TEXT   NOT NULL CHECK (action <> ''),
    ref     TEXT   NOT NULL,
    fields  TEXT   NOT NULL,
    why     TEXT   NOT NULL,
    plan    TEXT   NOT NULL,
    done    TEXT   NOT NULL
);
CREATE INDEX office_event_at ON office_event (at_ms, id);
CREATE INDEX office_event_person ON office_event (person, at_ms) WHERE person <> '';
CREATE INDEX office_event_ref ON office_event (ref, at_ms) WHERE ref <> '';

-- Personal values of events. Erasure empties text and digest_key, and leaves the digest, which
-- is sealed.
CREATE TABLE office_event_value (
    event      TEXT    NOT NULL REFERENCES office_event (id),
    place      INTEGER NOT NULL,
    field      TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    digest_key TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    PRIMARY KEY (event, place)
);

-- Seals over events, each with a digest that includes the one before, and which events each
-- covers.
CREATE TABLE office_seal (
    number BIGINT  PRIMARY KEY,
    at_ms  BIGINT  NOT NULL,
    events INTEGER NOT NULL,
    digest TEXT    NOT NULL
);
CREATE TABLE office_sealed (
    event TEXT   PRIMARY KEY REFERENCES office_event (id),
    seal  BIGINT NOT NULL REFERENCES office_seal (number)
);
CREATE INDEX office_sealed_seal ON office_sealed (seal);

-- Work that follows a commit -----------------------------------------------------------

-- Work to do outside the database after a commit. The payload may contain personal data and
-- is emptied when the job ends.
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
CREATE INDEX outbox_done ON outbox (due_ms) WHERE state = 'done';
CREATE INDEX outbox_open ON outbox (kind, created_ms) WHERE state <> 'done';

-- Visitors -----------------------------------------------------------------------------

-- Who signed up for the newsletter. email_key is the address in lower case, so that a second
-- sign-up makes no second row. A sign-up counts only once it is confirmed from the e-mail that
-- it causes. The token is what links in e-mails carry instead of the address. wording is the
-- text to which the visitor agreed.
CREATE TABLE newsletter (
    email_key       TEXT   PRIMARY KEY,
    email           TEXT   NOT NULL,
    first_name      TEXT   NOT NULL,
    referer         TEXT   NOT NULL,
    token           TEXT   NOT NULL UNIQUE,
    source          TEXT   NOT NULL,
    newspaper       TEXT   NOT NULL,
    wording         TEXT   NOT NULL,
    signed_up_ms    BIGINT NOT NULL,
    mailed_ms       BIGINT NOT NULL DEFAULT 0,
    confirmed_ms    BIGINT NOT NULL DEFAULT 0,
    unsubscribed_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX newsletter_unconfirmed ON newsletter (signed_up_ms) WHERE confirmed_ms = 0;

-- Each consent to newsletters: when it was given, where, and to which text. It is kept as
-- long as the address is.
CREATE TABLE newsletter_consent (
    email_key TEXT   NOT NULL,
    at_ms     BIGINT NOT NULL,
    source    TEXT   NOT NULL,
    newspaper TEXT   NOT NULL,
    wording   TEXT   NOT NULL,
    PRIMARY KEY (email_key, source, newspaper, wording)
);

-- Messages of the contact form, until the brand's staff have got them by e-mail and for a
-- year after that.
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

-- Price watches ------------------------------------------------------------------------

-- Who watches prices. email_key is the address in lower case. The token is what links in
-- e-mails carry in place of the address. mail_day is the day in London of the last e-mail with
-- news: there is one on a day at most.
CREATE TABLE watcher (
    email_key    TEXT   PRIMARY KEY,
    email        TEXT   NOT NULL,
    token        TEXT   NOT NULL UNIQUE,
    asked_ms     BIGINT NOT NULL DEFAULT 0, -- when an e-mail last asked to confirm
    confirmed_ms BIGINT NOT NULL DEFAULT 0, -- when the owner of the address last did
    ended_ms     BIGINT NOT NULL DEFAULT 0, -- when the owner last ended everything
    mail_day     TEXT   NOT NULL DEFAULT ''
);

-- A stay that somebody watches: in a unit type, or in any of the park. ref is the booking of
-- the stay, '' for none. told is the price that the watcher knows, 0: that it is sold out.
-- returns says that it was sold out when the watch began.
CREATE TABLE price_watch (
    id         TEXT    PRIMARY KEY,
    email_key  TEXT    NOT NULL,
    ref        TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    park       TEXT    NOT NULL,
    unit_type  TEXT    NOT NULL,
    arrival    TEXT    NOT NULL,
    nights     INTEGER NOT NULL,
    adults     INTEGER NOT NULL,
    children   INTEGER NOT NULL,
    under5s    INTEGER NOT NULL,
    dogs       BOOLEAN NOT NULL,
    told       BIGINT  NOT NULL,
    returns    BOOLEAN NOT NULL,
    confirmed  BOOLEAN NOT NULL DEFAULT FALSE,
    created_ms BIGINT  NOT NULL,
    UNIQUE (email_key, ref, channel, park, unit_type, arrival, nights, adults, children, under5s, dogs)
);
CREATE INDEX price_watch_park ON price_watch (park, id) WHERE confirmed;
CREATE INDEX price_watch_arrival ON price_watch (arrival);
CREATE INDEX price_watch_ref ON price_watch (ref) WHERE ref <> '';

-- Which node tests the watches, until when. It has one row after the first round.
CREATE TABLE watch_lease (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    node     TEXT   NOT NULL,
    until_ms BIGINT NOT NULL
);

-- My Holidays --------------------------------------------------------------------------

-- Links in e-mails to what is held under an address, in lower case. link is a digest of the
-- link's token. A row is deleted a day after it was made, or with what is held.
CREATE TABLE holidays_link (
    link      TEXT   PRIMARY KEY,
    email_key TEXT   NOT NULL,
    made_ms   BIGINT NOT NULL,
    used_ms   BIGINT NOT NULL DEFAULT 0 -- a link can be used once
);
CREATE INDEX holidays_link_made ON holidays_link (made_ms);
CREATE INDEX holidays_link_email ON holidays_link (email_key);

-- Which browser may see what is held under which address, since when, and when it last did.
-- browser is a digest of its cookie.
CREATE TABLE holidays_access (
    browser   TEXT   PRIMARY KEY,
    email_key TEXT   NOT NULL,
    opened_ms BIGINT NOT NULL,
    used_ms   BIGINT NOT NULL
);
CREATE INDEX holidays_access_used ON holidays_access (used_ms);
CREATE INDEX holidays_access_email ON holidays_access (email_key);

-- The addresses whose owners have asked for erasure, until staff have done it.
CREATE TABLE erasure_request (
    email_key TEXT   PRIMARY KEY,
    asked_ms  BIGINT NOT NULL
);

-- The installation ---------------------------------------------------------------------

-- Who may work on this schema. It has one row.
CREATE TABLE schema_state (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    min_version BIGINT  NOT NULL, -- a program whose newest migration is older may not
    release     TEXT    NOT NULL, -- of the program that migrated last
    changed_ms  BIGINT  NOT NULL
);
INSERT INTO schema_state (id, min_version, release, changed_ms) VALUES (1, 1, '', 0);

-- The brand whose server uses this database. It has one row after the first start.
CREATE TABLE brand (
    code TEXT PRIMARY KEY
);

-- Keys for signing values that pass through visitors' browsers, such as search ids. All nodes
-- use the same.
CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- One row for each running server with the time of its last heartbeat. Writing the heartbeat
-- also shows that the database accepts writes.
CREATE TABLE node (
    id      TEXT   PRIMARY KEY,
    started BIGINT NOT NULL,
    seen    BIGINT NOT NULL,
    release TEXT   NOT NULL, -- of its program
    schema  BIGINT NOT NULL  -- the newest migration of its program
);
