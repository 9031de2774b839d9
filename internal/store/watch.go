package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
)

// Watches returns the store through the interface of package watch.
func (s *Store) Watches() watch.Store { return watchStore{s} }

type watchStore struct{ *Store }

// change runs a change of a watcher's data.
func (s watchStore) change(ctx context.Context, what string, fn func(tx *Tx) error) error {
	if err := s.Update(ctx, fn); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func (s watchStore) Ask(ctx context.Context, email string, w watch.Watch) error {
	return s.change(ctx, "ask for a watch", func(tx *Tx) error { return tx.askForWatch(email, w) })
}

func (tx *Tx) askForWatch(email string, w watch.Watch) error {
	key, now := strings.ToLower(email), tx.NowMs()
	if _, err := tx.Exec("INSERT INTO watcher (email_key, email, token) VALUES ($1, $2, $3) ON CONFLICT (email_key) DO NOTHING", key, email, rand.Text()); err != nil {
		return err
	}
	var token string
	var asked, confirmed, ended int64
	err := tx.QueryRow("SELECT token, asked_ms, confirmed_ms, ended_ms FROM watcher WHERE email_key = $1"+tx.ForUpdate(), key).Scan(&token, &asked, &confirmed, &ended)
	if err != nil {
		return err
	}
	// Where no e-mail may follow, the watch is stored all the same: the link of the last one
	// shows it.
	if added, err := tx.addWatch(key, w); err != nil || !added {
		return err
	}
	pause := watch.AskAgain
	switch {
	case confirmed > asked: // the owner has answered the last e-mail
		pause = 0
	case ended > asked || confirmed == 0 && ended > 0:
		pause = watch.AskAgainAfterEnd
	}
	if asked > 0 && asked > now-pause.Milliseconds() {
		return nil
	}
	if _, err := tx.Exec("UPDATE watcher SET asked_ms = $1 WHERE email_key = $2", now, key); err != nil {
		return err
	}
	return tx.Enqueue(outbox.Job{Kind: watch.EmailConfirm, Key: fmt.Sprint(token, "/", now), Payload: watch.Job{Token: token}.Payload()})
}

// addWatch stores a watch, unless the address has it already and it is confirmed, or has
// enough others.
func (tx *Tx) addWatch(key string, w watch.Watch) (added bool, err error) {
	var others int
	same := "email_key = $1 AND ref = $2 AND channel = $3 AND park = $4 AND unit_type = $5 AND arrival = $6 AND nights = $7 AND adults = $8 AND children = $9 AND under5s = $10 AND dogs = $11"
	p := w.Stay.Party
	args := []any{key, w.Ref, w.Stay.Channel, w.Stay.Park, w.Stay.Unit, w.Stay.Arrival.ISO(), w.Stay.Nights, p.Adults, p.Children, p.Under5s, p.Dogs}
	err = tx.QueryRow("SELECT COUNT(*) FROM price_watch WHERE NOT ("+same+") AND email_key = $1 AND arrival > $12", append(args, date.In(tx.Now()).ISO())...).Scan(&others)
	if err != nil || others >= watch.Most {
		return false, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return false, err
	}
	changed, err := tx.Exec(`INSERT INTO price_watch (email_key, ref, channel, park, unit_type, arrival, nights, adults, children, under5s, dogs, id, told, returns, created_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		ON CONFLICT (email_key, ref, channel, park, unit_type, arrival, nights, adults, children, under5s, dogs)
		DO UPDATE SET told = excluded.told, returns = excluded.returns, created_ms = excluded.created_ms WHERE NOT price_watch.confirmed`,
		append(args, id.String(), int64(w.Told), w.Told == 0, tx.NowMs())...)
	return changed > 0, err
}

const watchColumns = "w.id, w.ref, w.channel, w.park, w.unit_type, w.arrival, w.nights, w.adults, w.children, w.under5s, w.dogs, w.told, w.returns, w.confirmed"

// readWatch reads a watch with what else a query selects. wrong is why it cannot be used.
func readWatch(scan func(into ...any) error, more ...any) (w watch.Watch, wrong, err error) {
	var arrival string
	s := &w.Stay
	err = scan(append([]any{&w.ID, &w.Ref, &s.Channel, &s.Park, &s.Unit, &arrival, &s.Nights, &s.Party.Adults, &s.Party.Children, &s.Party.Under5s, &s.Party.Dogs,
		&w.Told, &w.Returns, &w.Confirmed}, more...)...)
	if s.Arrival, wrong = date.ParseISO(arrival); wrong == nil && (s.Nights < 1 || s.Party.Size() < 1 || w.Told < 0) {
		wrong = errors.New("nights, party or price are not those of a stay")
	}
	return w, wrong, err
}

func (s watchStore) Watcher(ctx context.Context, token string) (found watch.Watcher, ok bool, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		found = watch.Watcher{Token: token}
		err := tx.QueryRow("SELECT email FROM watcher WHERE token = $1", token).Scan(&found.Email)
		if ok = err == nil; errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		found.Watches, err = tx.watchesOf("w.email_key = (SELECT email_key FROM watcher WHERE token = $1) AND w.arrival > $2", token, date.In(tx.Now()).ISO())
		return err
	})
	if err != nil {
		return found, false, fmt.Errorf("find a watcher: %w", err)
	}
	return found, ok, nil
}

// watchesOf lists the watches that meet a condition, by arrival, without those that cannot be
// read: the loop reports them.
func (tx *Tx) watchesOf(condition string, args ...any) (found []watch.Watch, err error) {
	err = tx.Query(func(scan func(into ...any) error) error {
		w, wrong, err := readWatch(scan)
		if err == nil && wrong == nil {
			found = append(found, w)
		}
		return err
	}, "SELECT "+watchColumns+" FROM price_watch w WHERE "+condition+" ORDER BY w.arrival, w.id", args...)
	return found, err
}

func (s watchStore) Confirm(ctx context.Context, token string) (ok bool, err error) {
	err = s.change(ctx, "confirm watches", func(tx *Tx) error {
		changed, err := tx.Exec("UPDATE watcher SET confirmed_ms = $1 WHERE token = $2", tx.NowMs(), token)
		if ok = changed > 0; err != nil || !ok {
			return err
		}
		changed, err = tx.Exec("UPDATE price_watch SET confirmed = TRUE WHERE NOT confirmed AND email_key = (SELECT email_key FROM watcher WHERE token = $1)", token)
		if err != nil || changed == 0 {
			return err
		}
		return tx.tellWatcher(token, 0)
	})
	return ok && err == nil, err
}

// tellWatcher has a watcher told what is news, unless that is under way.
func (tx *Tx) tellWatcher(token string, change int64) error {
	return tx.EnqueueAgain(outbox.Job{Kind: watch.EmailNews, Key: token, Payload: watch.Job{Token: token, Change: change}.Payload()})
}

func (s watchStore) End(ctx context.Context, token, id string) (ok bool, err error) {
	err = s.change(ctx, "end watches", func(tx *Tx) error {
		var key string
		err := tx.QueryRow("SELECT email_key FROM watcher WHERE token = $1"+tx.ForUpdate(), token).Scan(&key)
		if ok = err == nil; errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err = tx.Exec("DELETE FROM price_watch WHERE email_key = $1 AND (id = $2 OR $2 = '')", key, id); err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE watcher SET ended_ms = $1 WHERE email_key = $2
			AND NOT EXISTS (SELECT 1 FROM price_watch w WHERE w.email_key = $2 AND w.arrival > $3)`, tx.NowMs(), key, date.In(tx.Now()).ISO())
		return err
	})
	return ok && err == nil, err
}

func (s watchStore) Lead(ctx context.Context, node string, lease time.Duration) (leads bool, err error) {
	settled := false // by what is stored: nothing needs to be written
	err = s.View(ctx, func(tx *Tx) error {
		var leader string
		var until int64
		err := tx.QueryRow("SELECT node, until_ms FROM watch_lease").Scan(&leader, &until)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		leads = leader == node
		settled = leads && until > tx.NowMs()+lease.Milliseconds()/2 || !leads && until >= tx.NowMs()
		return err
	})
	if err != nil || settled {
		return leads && err == nil, err
	}
	err = s.change(ctx, "take the lease of the price watches", func(tx *Tx) error {
		if _, err := tx.Exec("INSERT INTO watch_lease (id, node, until_ms) VALUES (1, '', 0) ON CONFLICT (id) DO NOTHING"); err != nil {
			return err
		}
		changed, err := tx.Exec("UPDATE watch_lease SET node = $1, until_ms = $2 WHERE node = $1 OR until_ms < $3", node, tx.NowMs()+lease.Milliseconds(), tx.NowMs())
		leads = changed > 0
		return err
	})
	return leads && err == nil, err
}

func (s watchStore) Due(ctx context.Context, parks []string, after string, limit int) (due []watch.Due, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		today := date.In(tx.Now()).ISO()
		of, args := "", []any{after, today, limit}
		if parks != nil {
			of, args = placeholders(parks, args...)
			of = " AND w.park IN (" + of + ")"
		}
		due, err = Select(tx, func(scan func(into ...any) error) (d watch.Due, err error) {
			d.Watch, d.Wrong, err = readWatch(scan, &d.Token, &d.Written)
			return d, err
		}, "SELECT "+watchColumns+", r.token, r.mail_day >= $2 FROM price_watch w JOIN watcher r ON r.email_key = w.email_key"+
			" WHERE w.confirmed AND w.id > $1 AND w.arrival > $2 AND (r.mail_day < $2 OR w.returns AND w.told > 0)"+of+" ORDER BY w.id LIMIT $3", args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list price watches: %w", err)
	}
	return due, nil
}

func (s watchStore) Found(ctx context.Context, tokens []string, change int64, soldOut []string) error {
	return s.change(ctx, "note what is news for watchers", func(tx *Tx) error {
		for _, id := range soldOut {
			if _, err := tx.Exec("UPDATE price_watch SET told = 0 WHERE id = $1", id); err != nil {
				return err
			}
		}
		for _, token := range tokens {
			if err := tx.tellWatcher(token, change); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s watchStore) Claim(ctx context.Context, token string) (ok bool, err error) {
	err = s.change(ctx, "note that a watcher is written to", func(tx *Tx) error {
		changed, err := tx.Exec("UPDATE watcher SET mail_day = $1 WHERE token = $2 AND mail_day < $1", date.In(tx.Now()).ISO(), token)
		ok = changed > 0
		return err
	})
	return ok && err == nil, err
}

func (s watchStore) Unclaim(ctx context.Context, token string) error {
	return s.change(ctx, "note that a watcher was not written to", func(tx *Tx) error {
		_, err := tx.Exec("UPDATE watcher SET mail_day = '' WHERE token = $1", token)
		return err
	})
}

func (s watchStore) Told(ctx context.Context, prices map[string]money.Pence) error {
	return s.change(ctx, "note what a watcher was told", func(tx *Tx) error {
		for _, id := range slices.Sorted(maps.Keys(prices)) { // rows are locked in this order, as by Found
			if _, err := tx.Exec("UPDATE price_watch SET told = $1 WHERE id = $2", int64(prices[id]), id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (tx bookingTx) EndWatches(ref string) error {
	_, err := tx.Exec("DELETE FROM price_watch WHERE ref = $1 AND ref <> ''", ref) // as in the index
	return err
}

// DiscardWatches deletes the watches of stays that have begun, those that nobody has
// confirmed since a time, and then the addresses without a watch that were neither written to
// nor ended anything since then.
func (v visitorStore) DiscardWatches(ctx context.Context, before time.Time) (int, error) {
	n, err := v.store.changeInBatches(ctx, `DELETE FROM price_watch WHERE id IN
		(SELECT id FROM price_watch WHERE arrival <= $1 OR NOT confirmed AND created_ms < $2 LIMIT $3)`, date.In(v.store.Now()).ISO(), before.UnixMilli(), sweepRows)
	if err != nil {
		return n, fmt.Errorf("discard price watches: %w", err)
	}
	addresses, err := v.store.changeInBatches(ctx, `DELETE FROM watcher WHERE email_key IN (SELECT r.email_key FROM watcher r
		WHERE r.asked_ms < $1 AND r.ended_ms < $1 AND r.mail_day < $2 AND NOT EXISTS (SELECT 1 FROM price_watch w WHERE w.email_key = r.email_key) LIMIT $3)`,
		before.UnixMilli(), date.In(before).ISO(), sweepRows)
	if err != nil {
		return n, fmt.Errorf("discard addresses that watch nothing: %w", err)
	}
	return n + addresses, nil
}
