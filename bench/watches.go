package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/store"
)

// watchCount is how many watches are tested, watchesOfAddress how many of them an address has.
const (
	watchCount       = 100_000
	watchesOfAddress = watch.Most
)

// watches measures how long a round takes that tests every watched price, as after a change of
// the catalogue, and one after a change of one unit type.
func (r *run) watches() {
	ctx := context.Background()
	m := newMarket(size{"watches", 40, 1200})
	s, err := store.Open(ctx, filepath.Join(r.dir, "watches"), benchNow)
	must(err)
	must(m.publishCatalogue(ctx, s))
	var sheet strings.Builder
	sheet.WriteString(ratesHeader)
	for u := range m.units {
		fmt.Fprintf(&sheet, ratesOfUnit, m.inv.Units[u].ID)
	}
	importRates(ctx, s, sheet.String(), true)
	v, stop := follow(s)
	must(v.WaitFor(ctx, s.Committed()))
	must(m.watch(ctx, s))
	node := func() *watch.Service {
		return watch.New(watch.Config{Store: s.Watches(), Bookings: s.Bookings(), Shown: v.WaitFor, Node: "bench", Clock: benchNow, Wake: func() {}, Bad: badrecord.New(slog.New(slog.DiscardHandler)),
			Current: func() watch.View {
				state := v.Current()
				return watch.View{Catalogue: state.Catalogue, Index: state.Index}
			}})
	}
	var all, one []time.Duration
	for i := range rounds {
		n := node() // a new one tests all
		start := time.Now()
		must(n.Round(ctx))
		all = append(all, time.Since(start))
		must(s.GroupCommit(ctx, func(tx *store.Tx) error {
			_, err := tx.TakeNights(m.inv.Units[i].ID, watchedDay, 1)
			return err
		}))
		must(v.WaitFor(ctx, s.Committed()))
		start = time.Now()
		must(n.Round(ctx))
		one = append(one, time.Since(start))
	}
	r.note("price watches: %d tested in %v; those of one park of %d after a booking in %v", watchCount, p50(all).Round(time.Millisecond), len(m.parks), p50(one).Round(time.Millisecond))
	r.set("watches_seconds", p50(all).Seconds())
	stop()
	must(s.Close())
}

// watchedDay is the first arrival that is watched.
var watchedDay = date.Of(2027, time.July, 10)

// watch stores confirmed watches of stays in the market's unit types, at a price that is not
// news.
func (m *market) watch(ctx context.Context, s *store.Store) error {
	for address := 0; address < watchCount/watchesOfAddress; address++ {
		err := s.Update(ctx, func(tx *store.Tx) error {
			key := fmt.Sprintf("%d@mail.example", address)
			if _, err := tx.Exec("INSERT INTO watcher (email_key, email, token) VALUES ($1, $1, $1)", key); err != nil {
				return err
			}
			for i := range watchesOfAddress {
				n := address*watchesOfAddress + i
				unit := m.inv.Units[n%m.units]
				_, err := tx.Exec(`INSERT INTO price_watch (id, email_key, ref, channel, park, unit_type, arrival, nights, adults, children, under5s, dogs, told, returns, confirmed, created_ms)
					VALUES ($1, $2, '', $3, $4, $5, $6, $7, 2, 1, 0, FALSE, 1, FALSE, TRUE, 1)`, fmt.Sprintf("%06d", n), key, unit.Channel, m.inv.Parks[unit.Park].ID, unit.ID,
					(watchedDay + date.Date(n%50)).ISO(), 3+n%12)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
