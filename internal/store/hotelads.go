package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/marketing/hotelads"
)

// HotelAds returns the store through the interface that package hotelads needs.
func (s *Store) HotelAds() hotelads.Store {
	return adStore{port[hotelads.Tx]{s, func(tx *Tx) hotelads.Tx { return adTx{tx} }}}
}

type adStore struct{ port[hotelads.Tx] }

func (s adStore) ChangesAfter(ctx context.Context, number int64) (availability.Changed, error) {
	return s.store.ChangesAfter(ctx, number)
}

func (s adStore) ChangesSince(ctx context.Context, at time.Time) (availability.Changed, error) {
	return s.store.ChangesSince(ctx, at)
}

type adTx struct{ *Tx }

func (tx adTx) AdProgress(account string) (p hotelads.Progress, err error) {
	if _, err := tx.Exec("INSERT INTO ad_account (account) VALUES ($1) ON CONFLICT (account) DO NOTHING", account); err != nil {
		return p, err
	}
	var until, due int64
	p.Account = account
	err = tx.QueryRow("SELECT change, listing, node, until_ms, tries, due_ms, error FROM ad_account WHERE account = $1"+tx.ForUpdate(), account).
		Scan(&p.Change, &p.Listing, &p.Node, &until, &p.Tries, &due, &p.Error)
	p.Until, p.Due = instant(until), instant(due)
	return p, err
}

func (tx adTx) SaveAdProgress(p hotelads.Progress) error {
	_, err := tx.Exec("UPDATE ad_account SET change = $2, listing = $3, node = $4, until_ms = $5, tries = $6, due_ms = $7, error = $8 WHERE account = $1",
		p.Account, p.Change, p.Listing, p.Node, millis(p.Until), p.Tries, millis(p.Due), p.Error)
	return err
}

func (tx adTx) AddAdProperties(account string, subjects map[string]string) (map[string]string, error) {
	known := map[string]string{}
	err := tx.Query(func(scan func(into ...any) error) error {
		var property, subject string
		err := scan(&property, &subject)
		known[property] = subject
		return err
	}, "SELECT property, subject FROM ad_property WHERE account = $1", account)
	if err != nil {
		return nil, err
	}
	for property, subject := range subjects {
		if known[property] != "" {
			continue
		}
		known[property] = subject
		if _, err := tx.Exec("INSERT INTO ad_property (account, property, subject) VALUES ($1, $2, $3) ON CONFLICT (account, property) DO NOTHING", account, property, subject); err != nil {
			return nil, err
		}
	}
	return known, nil
}

func (tx adTx) MarkAds(account string, properties []string, change int64) error {
	const (
		// What has changed itself comes before what may have changed with everything else.
		first = "0"
		later = "CASE WHEN dirty > 0 AND due_ms < $3 THEN due_ms ELSE $3 END"
	)
	mark := func(due string) string {
		return "UPDATE ad_property SET dirty = $2, due_ms = " + due + ", waiting_ms = CASE WHEN waiting_ms > 0 THEN waiting_ms ELSE $3 END WHERE account = $1"
	}
	if properties == nil {
		_, err := tx.Exec(mark(later), account, change, tx.NowMs())
		return err
	}
	for _, property := range properties {
		if _, err := tx.Exec(mark(first)+" AND property = $4", account, change, tx.NowMs(), property); err != nil {
			return err
		}
	}
	return nil
}

func (tx adTx) DueAds(account string, limit int) ([]hotelads.Row, error) {
	read := func(scan func(into ...any) error) (r hotelads.Row, err error) {
		var sent string
		var waiting, due int64
		err = scan(&r.Account, &r.Property, &r.Subject, &sent, &r.Dirty, &waiting, &due, &r.Tries, &r.Error, &r.Refusal)
		r.Waiting, r.Due = instant(waiting), instant(due)
		if json.Unmarshal([]byte(sent), &r.Sent) != nil {
			r.Sent = map[string]string{} // everything is sent again
		}
		return r, err
	}
	return Select(tx.Tx, read, `SELECT account, property, subject, sent, dirty, waiting_ms, due_ms, tries, error, refusal FROM ad_property
		WHERE account = $1 AND dirty > 0 AND due_ms <= $2 ORDER BY due_ms, waiting_ms, property LIMIT $3`, account, tx.NowMs(), limit)
}

func (tx adTx) UnmarkAds(but []string) error {
	marked, err := Select(tx.Tx, readText, "SELECT DISTINCT account FROM ad_property WHERE dirty > 0 OR refusal <> ''")
	for _, account := range marked {
		if err != nil || slices.Contains(but, account) {
			continue
		}
		// Where another node still has the account, or it comes back, everything is marked again.
		if _, err = tx.Exec("UPDATE ad_property SET dirty = 0, waiting_ms = 0, refusal = '' WHERE account = $1", account); err == nil {
			_, err = tx.Exec("UPDATE ad_account SET listing = '' WHERE account = $1", account)
		}
	}
	return err
}

func (tx adTx) SaveAd(r hotelads.Row, upTo int64) error {
	sent, err := json.Marshal(r.Sent)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE ad_property SET sent = $3, due_ms = $4, tries = $5, error = $6, refusal = $7,
		dirty = CASE WHEN $8 AND dirty <= $9 THEN 0 ELSE dirty END, waiting_ms = CASE WHEN $8 AND dirty <= $9 THEN 0 ELSE waiting_ms END
		WHERE account = $1 AND property = $2`, r.Account, r.Property, string(sent), millis(r.Due), r.Tries, r.Error, r.Refusal, r.Dirty == 0, max(upTo, 1))
	return err
}

// HotelAdBacklog counts the properties that Google was not told of, and those that it
// refuses.
func (s *Store) HotelAdBacklog(ctx context.Context) (b hotelads.Backlog, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		var since int64
		err := tx.QueryRow(`SELECT COUNT(*), COALESCE(SUM(CASE WHEN dirty > 0 AND refusal = '' THEN 1 ELSE 0 END), 0),
			CAST(COALESCE(MIN(CASE WHEN dirty > 0 AND refusal = '' THEN waiting_ms END), 0) AS BIGINT), COALESCE(SUM(CASE WHEN refusal <> '' THEN 1 ELSE 0 END), 0)
			FROM ad_property`).Scan(&b.Listed, &b.Waiting, &since, &b.Refused)
		if err != nil || b.Refused == 0 {
			b.Since = instant(since)
			return err
		}
		b.Since = instant(since)
		b.Refusals, err = Select(tx, readText, "SELECT account || ' ' || property || ': ' || refusal FROM ad_property WHERE refusal <> '' ORDER BY account, property LIMIT 20")
		return err
	})
	return b, err
}
