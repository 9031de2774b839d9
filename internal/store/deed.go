package store

import (
	"encoding/json"
	"fmt"

	"holidaymaker/internal/payment"
)

const deedColumns = "id, ref, request_key, state, kind, hash, amount, text, by_id, by_whom, why, second, note, body, at_ms, due_ms, ended_ms"

func readDeed(scan func(into ...any) error) (d payment.Deed, err error) {
	var body string
	var at, due, ended int64
	if err = scan(&d.ID, &d.Ref, &d.Key, &d.State, &d.Kind, &d.Hash, &d.Amount, &d.Text, &d.ByID, &d.By, &d.Why, &d.Second, &d.Note, &body, &at, &due, &ended); err != nil {
		return d, err
	}
	d.At, d.Due, d.Ended = instant(at), instant(due), instant(ended)
	if body == "" {
		return d, nil
	}
	if err := json.Unmarshal([]byte(body), &d.Body); err != nil { // the deed then is refused, and holds up no other
		d.Body = payment.DeedBody{}
	}
	return d, nil
}

func deedRow(d payment.Deed) ([]any, error) {
	body := ""
	if d.Body.Change != nil || d.Body.Undo != nil {
		text, err := json.Marshal(d.Body)
		if err != nil {
			return nil, fmt.Errorf("write the deed %s: %w", d.ID, err)
		}
		body = string(text)
	}
	return []any{d.ID, d.Ref, d.Key, string(d.State), d.Kind, d.Hash, int64(d.Amount), d.Text, d.ByID, d.By, d.Why, d.Second, d.Note, body,
		millis(d.At), millis(d.Due), millis(d.Ended)}, nil
}

func (tx bookingTx) InsertDeed(d payment.Deed) error {
	row, err := deedRow(d)
	if err != nil {
		return err
	}
	return tx.later(statement{query: "INSERT INTO deed (" + deedColumns + ") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)", args: row,
		failed: func(err error) error { return fmt.Errorf("write the deed %s: %w", d.ID, err) }})
}

func (tx bookingTx) SaveDeed(d payment.Deed) error {
	row, err := deedRow(d)
	if err != nil {
		return err
	}
	return tx.save("deed", d.ID, `UPDATE deed SET ref=$2, request_key=$3, state=$4, kind=$5, hash=$6, amount=$7, text=$8, by_id=$9, by_whom=$10, why=$11,
		second=$12, note=$13, body=$14, at_ms=$15, due_ms=$16, ended_ms=$17 WHERE id=$1`, row)
}

const oneDeed = "SELECT " + deedColumns + " FROM deed WHERE id = $1"

func (tx bookingTx) Deed(id string) (payment.Deed, error) {
	d, err := readDeed(tx.QueryRow(oneDeed, id).Scan)
	return d, noRow(err)
}

func (tx bookingTx) LockDeed(id string) (payment.Deed, error) {
	d, err := readDeed(tx.QueryRow(oneDeed+tx.ForUpdate(), id).Scan)
	return d, noRow(err)
}

func (tx bookingTx) Deeds(ref string) ([]payment.Deed, error) {
	return Select(tx.Tx, readDeed, "SELECT "+deedColumns+" FROM deed WHERE ref = $1 ORDER BY at_ms, id", ref)
}

func (tx bookingTx) AskedDeeds(limit int) ([]payment.Deed, error) {
	return Select(tx.Tx, readDeed, "SELECT "+deedColumns+" FROM deed WHERE state = 'asked' ORDER BY at_ms, id LIMIT $1", limit)
}

// DropJob ends a job that has not been tried yet.
func (tx *Tx) DropJob(kind, key string) error {
	_, err := tx.Exec("UPDATE outbox SET state = 'done', payload = '' WHERE kind = $1 AND job_key = $2 AND state = 'due' AND tries = 0", kind, key)
	return err
}
