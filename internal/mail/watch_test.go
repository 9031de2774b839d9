package mail_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// sellOne publishes a park with one unit type, whose only stay has a price.
func sellOne(t *testing.T, s *store.Store, arrival date.Date, price money.Pence) {
	t.Helper()
	put := func(part store.Part, fill func(g *store.Staging) error) {
		g, err := s.Stage(t.Context(), part, true)
		if err == nil {
			err = fill(g)
		}
		if err == nil {
			_, err = g.Publish(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put(store.CataloguePart, func(g *store.Staging) error {
		entities := catalogue.Entities{Regions: []catalogue.Region{{ID: "12", Name: "Cornwall", Country: "GB"}}, Operators: []catalogue.Operator{{ID: "HAV", Name: "Havens"}},
			Parks: []catalogue.Park{{ID: "P1", Name: "Gannet Sands", RegionID: "12", OperatorID: "HAV"}},
			Units: []catalogue.UnitType{{ID: "P1A", ParkID: "P1", Channel: "ukcaravan", Name: "Gold", Sleeps: 6, Dogs: true}}}
		for entity := range entities.All {
			body, err := json.Marshal(entity)
			if err == nil {
				err = g.Put(t.Context(), entity.EntityKind(), entity.EntityID(), body)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	put(store.PricesPart, func(g *store.Staging) error {
		table, err := availability.NewPriceTable([]int{6}, arrival, 1)
		if err == nil {
			err = table.Set(arrival, 3, 0, price, 0)
		}
		if err != nil {
			return err
		}
		return g.PutPrices(t.Context(), "P1A", table.Encode(), availability.Allotment{First: arrival, Units: []int{1, 1, 1}}.Encode())
	})
}

// decoded returns an e-mail with its parts as they are read.
func decoded(t *testing.T, email string) string {
	t.Helper()
	text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(email)))
	if len(text) == 0 {
		t.Fatal(err) // errors come from headers, which are not quoted
	}
	return string(text)
}

// Over a real SMTP server: the e-mail that asks, and the one with the news.
func TestTheEmailsOfAWatcher(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		clock := testworld.NewClock(testworld.Start)
		s, arrival := db.Open(t, clock.Now), date.In(testworld.Start)+90
		sellOne(t, s, arrival, 500_00)
		replica, err := inventory.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		runner := loop.NewRunner(slog.New(slog.DiscardHandler))
		runner.Go(ctx, replica.Loop(ctx))
		t.Cleanup(func() { cancel(); _ = runner.Wait(context.Background()) })
		watches := watch.New(watch.Config{Store: s.Watches(), Bookings: s.Bookings(), Shown: replica.WaitFor, Node: "one", Clock: clock.Now, Wake: func() {}, Current: func() watch.View {
			state := replica.Current()
			return watch.View{Catalogue: state.Catalogue, Index: state.Index}
		}})
		port, emails := postOffice(t)
		mt, err := site.Of("MT")
		if err != nil {
			t.Fatal(err)
		}
		m := mail.New(mail.Config{Bookings: s.Bookings(), Watches: watches, Brand: mail.BrandOf(mt, "https://site.example"), SMTP: &mail.SMTP{Host: "127.0.0.1", Port: port, Plain: true}})
		worker := outbox.New(outbox.Config{Store: s.Outbox(), Kinds: m.Handlers()})
		next := func() string {
			t.Helper()
			if n, err := worker.RunOnce(t.Context()); n != 1 || err != nil {
				t.Fatalf("%d jobs, %v", n, err)
			}
			return decoded(t, <-emails)
		}
		stay := watch.Stay{Channel: "ukcaravan", Park: "P1", Unit: "P1A", Arrival: arrival, Nights: 3, Party: booking.Party{Adults: 2, Children: 1, Dogs: true}}
		if err := watches.Ask(t.Context(), "ann@mail.example", stay); err != nil {
			t.Fatal(err)
		}
		asks := next()
		contains(t, asks, "To: <ann@mail.example>", "Subject: Please confirm your email address to watch a price at ", "https://site.example/watch/mine?t=")
		lacks(t, asks, "Gannet")
		_, token, _ := strings.Cut(asks, "/watch/mine?t=")
		token = token[:26]
		sellOne(t, s, arrival, 1450_50)
		sellOne(t, s, arrival, 450_50)
		if err := replica.WaitFor(t.Context(), s.Committed()); err != nil {
			t.Fatal(err)
		}
		if ok, err := watches.Confirm(t.Context(), token); !ok || err != nil {
			t.Fatal(ok, err)
		}
		news := next()
		contains(t, news, "Subject: News of a stay that you watch", "Gold, Gannet Sands", arrival.Long()+", 3 nights, 2 adults, 1 child, dogs", "It costs less: £450.50. It was £500.",
			"List-Unsubscribe: <https://site.example/watch/mine?t="+token+">", "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
			"https://site.example/holidays/", "date="+strings.ReplaceAll(arrival.String(), "/", "%2F"), "nights=3", "dogs=y", "#unit-P1A")
		clock.Advance(24 * time.Hour)
		if err := watches.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := worker.RunOnce(t.Context()); n != 0 || err != nil {
			t.Errorf("%d jobs without news, %v", n, err)
		}
	})
}
