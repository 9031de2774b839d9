package store

// movementKinds are the kinds of movements since migration 264.
const movementKinds = "'charge', 'capture', 'authorisation cancelled', 'refund', 'refund reversed', 'voucher taken', 'voucher returned', 'fee', 'correction'"

// asReversals enters again, as reversed refunds, what the version before wrote as
// corrections. Rows are never changed, so a second correction takes each one
// back.
var asReversals = []string{
	`INSERT INTO money_movement SELECT key || '/taken back', ref, attempt, 'correction', -amount, method, voucher, provider_ref,
		'entered again as a reversed refund', at_ms FROM money_movement WHERE kind = 'correction' AND key LIKE 'correction/%/refund failed/%'`,
	`INSERT INTO money_movement SELECT REPLACE(REPLACE(key, 'correction/', 'refund reversed/'), '/refund failed/', '/'), ref, attempt, 'refund reversed', amount,
		method, voucher, provider_ref, cause, at_ms FROM money_movement WHERE kind = 'correction' AND amount > 0 AND key LIKE 'correction/%/refund failed/%'`,
}

// withReversals adds the kind 'refund reversed'. SQLite cannot change a
// constraint, so there the table is made again, with the triggers that name it.
// The older version works with the result, so there is no way back.
func withReversals(postgres bool) []string {
	statements := guard{name: "money_movement_is_paid", table: "money_movement"}.drop(postgres)
	if postgres {
		statements = append(statements, "ALTER TABLE money_movement DROP CONSTRAINT money_movement_kind_check",
			"ALTER TABLE money_movement ADD CONSTRAINT money_movement_kind_check CHECK (kind IN ("+movementKinds+"))")
		return append(append(statements, paidColumn(postgres)...), asReversals...)
	}
	guards := append([]guard{requestGuard}, movementGuards...)
	for _, g := range guards {
		statements = append(statements, g.drop(postgres)...)
	}
	statements = append(statements, `CREATE TABLE money_movement_again (
			key          TEXT   PRIMARY KEY,
			ref          TEXT   NOT NULL REFERENCES booking (ref),
			attempt      TEXT   NOT NULL, -- '': not of a payment attempt
			kind         TEXT   NOT NULL CHECK (kind IN (`+movementKinds+`)),
			amount       BIGINT NOT NULL CHECK (amount > 0 OR kind = 'correction' AND amount <> 0),
			method       TEXT   NOT NULL,
			voucher      TEXT   NOT NULL, -- '': not of a voucher
			provider_ref TEXT   NOT NULL,
			cause        TEXT   NOT NULL,
			at_ms        BIGINT NOT NULL
		)`,
		"INSERT INTO money_movement_again SELECT * FROM money_movement",
		"DROP TABLE money_movement",
		"ALTER TABLE money_movement_again RENAME TO money_movement",
		"CREATE INDEX money_movement_ref ON money_movement (ref)",
		"CREATE INDEX money_movement_attempt ON money_movement (attempt) WHERE attempt <> ''",
		"CREATE INDEX money_movement_voucher ON money_movement (voucher) WHERE voucher <> ''",
		"CREATE INDEX money_movement_at ON money_movement (at_ms, key)")
	for _, g := range guards {
		statements = append(statements, g.create(postgres)...)
	}
	return append(append(statements, paidColumn(postgres)...), asReversals...)
}
