package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment"
)

// Erased counts what was deleted of a person.
type Erased struct {
	Subscriptions, Messages, Watches, Jobs int
}

// Steps says in words what was found, for the member of staff who agrees to it.
func (e Erased) Steps() []string {
	return []string{
		fmt.Sprintf("delete %d newsletter subscriptions", e.Subscriptions),
		fmt.Sprintf("delete %d messages of the contact form", e.Messages),
		fmt.Sprintf("delete %d price watches", e.Watches),
		fmt.Sprintf("delete %d waiting e-mails to the address", e.Jobs),
	}
}

// Erase deletes what a person left under an e-mail address apart from bookings:
// the newsletter subscription, messages, price watches, and e-mails that wait to be sent to it.
// by agrees to the steps first; they are recorded without the address.
func (s *Store) Erase(ctx context.Context, email string, by payment.StaffMember) (found Erased, err error) {
	key := strings.ToLower(strings.TrimSpace(email))
	if err := s.View(ctx, func(tx *Tx) (err error) {
		found, _, err = tx.storedUnder(key)
		return err
	}); err != nil {
		return found, fmt.Errorf("find what a person left: %w", err)
	}
	if err := by.Agreed(found.Steps()...); err != nil {
		return Erased{}, err
	}
	err = s.Update(ctx, func(tx *Tx) error {
		var jobs []string
		if found, jobs, err = tx.storedUnder(key); err != nil {
			return err
		}
		for _, table := range []string{"newsletter", "newsletter_consent", "contact_message", "price_watch", "watcher", "holidays_link", "holidays_access"} {
			if _, err := tx.Exec("DELETE FROM "+table+" WHERE email_key = $1", key); err != nil {
				return err
			}
		}
		for _, id := range jobs {
			if _, err := tx.Exec("DELETE FROM outbox WHERE id = $1", id); err != nil {
				return err
			}
		}
		return tx.AddAction(payment.Action{By: by.By, Why: by.Why, Command: "erase", Done: strings.Join(found.Steps(), ", ")})
	})
	if err != nil {
		return Erased{}, fmt.Errorf("erase what a person left: %w", err)
	}
	return found, nil
}

// overwriteTries is how often Overwrite tries, with pauses, while others read.
const overwriteTries = 20

// Overwrite removes from the database's files what was deleted or overwritten. SQLite
// has it in its write-ahead log until that is emptied. While others read, the log keeps
// it, and a later round of the retention loop removes it. PostgreSQL does so itself
// (autovacuum).
func (s *Store) Overwrite(ctx context.Context) error {
	if s.pool != nil {
		return nil
	}
	for range overwriteTries {
		var busy, frames, moved int
		if err := s.writes.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
			return fmt.Errorf("empty the write-ahead log: %w", translate(err))
		}
		if busy == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		loop.Pause(ctx, 50*time.Millisecond)
	}
	return nil
}

// storedUnder counts what is stored under an address, and returns the ids of the
// outbox jobs of any kind that hold it. Other jobs hold the name of a row, and do
// nothing once the row is deleted.
func (tx *Tx) storedUnder(key string) (found Erased, jobs []string, err error) {
	if found, err = tx.leftUnder(key); err != nil {
		return found, nil, err
	}
	err = tx.Query(func(scan func(into ...any) error) error {
		var id, payload string
		if err := scan(&id, &payload); err != nil {
			return err
		}
		var recipient struct{ Email string }
		if json.Unmarshal([]byte(payload), &recipient) == nil && strings.ToLower(recipient.Email) == key {
			jobs = append(jobs, id)
		}
		return nil
	}, "SELECT id, payload FROM outbox WHERE payload <> ''")
	found.Jobs = len(jobs)
	return found, jobs, err
}

// leftUnder is storedUnder without the jobs, for which the whole outbox is read.
func (tx *Tx) leftUnder(key string) (found Erased, err error) {
	for table, count := range map[string]*int{"newsletter": &found.Subscriptions, "contact_message": &found.Messages, "price_watch": &found.Watches} {
		if err := tx.QueryRow("SELECT COUNT(*) FROM "+table+" WHERE email_key = $1", key).Scan(count); err != nil {
			return found, err
		}
	}
	return found, nil
}
