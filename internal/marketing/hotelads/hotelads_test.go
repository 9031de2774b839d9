package hotelads_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/hotelads"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

const secret = "a secret of Google's own"

// settings has two accounts: one is sent prices of parks, the other asks for those of
// lodges.
const settings = `{"accounts": [
	{"id": "parks", "brand": "XX", "partner": "us", "as": "hotel", "mode": "los", "channels": ["ukcaravan", "uklodge"], "user": "google", "secrets": ["S"], "address": "%s", "private": true},
	{"id": "lodges", "brand": "XX", "partner": "us", "as": "rental", "mode": "query", "channels": ["uklodge"], "user": "google", "secrets": ["S"]}]}`

// world is a store with parks on sale, a node that follows it, and a simulated Google.
type world struct {
	*testing.T
	now      atomic.Int64
	store    *store.Store
	replica  *inventory.Replica
	google   *google
	accounts *hotelads.Accounts
	bad      *badrecord.Register
	ads      *hotelads.Service
	site     *httptest.Server
	catalogue.Entities
}

var start = date.Of(2027, time.January, 5)

func (w *world) clock() time.Time { return time.UnixMilli(w.now.Load()) }

func (w *world) advance(d time.Duration) { w.now.Add(d.Milliseconds()) }

func (w *world) tomorrow() date.Date { return date.In(w.clock()) + 1 }

func newWorld(t *testing.T, db storetest.Database) *world {
	w := &world{T: t, google: newGoogle(t), bad: badrecord.New(slog.New(slog.DiscardHandler))}
	w.now.Store(start.Midnight().Add(12 * time.Hour).UnixMilli())
	w.store = db.Open(t, w.clock)
	w.Regions = []catalogue.Region{{ID: "12", Name: "Cornwall", Country: "GB"}}
	w.Operators = []catalogue.Operator{{ID: "HAV", Name: "Havens"}}
	for _, park := range []string{"P1", "P2", "P3"} {
		w.Parks = append(w.Parks, catalogue.Park{ID: park, Name: "Sandy <Bay> & " + park, RegionID: "12", OperatorID: "HAV", Town: "Bude", Postcode: "EX23 8AA", Country: "GB", Lat: 50.83, Lon: -4.54})
		w.Units = append(w.Units, catalogue.UnitType{ID: park + "-C", ParkID: park, Channel: "ukcaravan", Name: "Gold", Sleeps: 6}, catalogue.UnitType{ID: park + "-L", ParkID: park, Channel: "uklodge", Name: "Lodge", Bedrooms: 2, Sleeps: 6})
	}
	w.sell()
	w.replica = w.follow()
	w.accounts = w.parse(fmt.Sprintf(settings, w.google.url))
	w.ads = w.node("one")
	mux := http.NewServeMux()
	w.ads.Routes(func(pattern string, h http.Handler) { mux.Handle(pattern, h) }, http.NotFoundHandler())
	w.site = httptest.NewServer(mux)
	t.Cleanup(w.site.Close)
	return w
}

func (w *world) parse(text string) *hotelads.Accounts {
	w.Helper()
	accounts, err := hotelads.Parse([]byte(text), "XX", func(string) string { return secret })
	w.check(err)
	return accounts
}

// node returns a service as another process has it.
func (w *world) node(name string) *hotelads.Service {
	return hotelads.New(hotelads.Config{Store: w.store.HotelAds(), Accounts: livefile.Fixed(w.accounts), Current: func() hotelads.View {
		state := w.replica.Current()
		return hotelads.View{Catalogue: state.Catalogue, Index: state.Index}
	}, Shown: w.replica.WaitFor, Site: "https://site.example", Name: "Brand", Node: name, Clock: w.clock, Bad: w.bad})
}

func (w *world) follow() *inventory.Replica {
	replica, err := inventory.Open(w.Context(), w.store)
	w.check(err)
	ctx, cancel := context.WithCancel(context.Background())
	runner := loop.NewRunner(slog.New(slog.DiscardHandler))
	runner.Go(ctx, replica.Loop(ctx))
	w.Cleanup(func() { cancel(); _ = runner.Wait(context.Background()) })
	return replica
}

func (w *world) check(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) publish(part store.Part, full bool, fill func(*store.Staging)) {
	w.Helper()
	g, err := w.store.Stage(w.Context(), part, full)
	w.check(err)
	fill(g)
	change, err := g.Publish(w.Context())
	w.check(err)
	if w.replica != nil {
		w.check(w.replica.WaitFor(w.Context(), change))
	}
}

// sell publishes the catalogue as it is now.
func (w *world) sell() {
	w.publish(store.CataloguePart, true, func(g *store.Staging) {
		for entity := range w.All {
			body, err := json.Marshal(entity)
			w.check(err)
			w.check(g.Put(w.Context(), entity.EntityKind(), entity.EntityID(), body))
		}
	})
}

// price publishes prices of some unit types that price draws, 0 for none, with units of each
// night.
func (w *world) price(full bool, units int, price func(arrival date.Date, nights, guests int) money.Pence, ids ...string) {
	w.Helper()
	w.publish(store.PricesPart, full, func(g *store.Staging) {
		for _, id := range ids {
			table, err := availability.NewPriceTable([]int{2, 4, 6}, w.tomorrow(), 400)
			w.check(err)
			for arrival := w.tomorrow(); arrival < w.tomorrow()+400; arrival++ {
				for _, nights := range []int{2, 7, 9, 35} {
					for i, guests := range []int{2, 4, 6} {
						if p := price(arrival, nights, guests); p > 0 {
							w.check(table.Set(arrival, nights, i, p, 0))
						}
					}
				}
			}
			nights := availability.Allotment{First: w.tomorrow(), Units: slices.Repeat([]int{units}, 440)}
			w.check(g.PutPrices(w.Context(), id, table.Encode(), nights.Encode()))
		}
	})
}

func (w *world) unitIDs() (ids []string) {
	for _, u := range w.Units {
		ids = append(ids, u.ID)
	}
	return ids
}

func flat(pence money.Pence) func(date.Date, int, int) money.Pence {
	return func(_ date.Date, nights, guests int) money.Pence {
		return pence*money.Pence(nights) + money.Pence(guests)
	}
}

// take books nights, if they are left.
func (w *world) take(unit string, from date.Date, nights int) {
	w.Helper()
	w.check(w.store.GroupCommit(w.Context(), func(tx *store.Tx) error {
		_, err := tx.TakeNights(unit, from, nights)
		return err
	}))
}

func (w *world) round(of *hotelads.Service) {
	w.Helper()
	w.check(of.Round(w.Context()))
}

// ours is the lowest price of a stay that the site has on the channels of account 'parks'.
func (w *world) ours(park string, arrival date.Date, nights, party int) (lowest money.Pence) {
	state := w.replica.Current()
	for _, u := range w.Units {
		n, ok := state.Index.Unit(u.ID)
		c, _ := catalogue.ChannelOf(u.Channel)
		if !ok || u.ParkID != park || c.Nights() != nil && !slices.Contains(c.Nights(), nights) {
			continue
		}
		if offer, ok := state.Index.Offer(n, arrival, nights, party); ok && (lowest == 0 || offer.Price < lowest) {
			lowest = offer.Price
		}
	}
	return lowest
}

// compare expects Google to show for each stay what we sell it for.
func (w *world) compare(draw *rand.Rand, when string) (onSale int) {
	w.Helper()
	w.google.mu.Lock()
	defer w.google.mu.Unlock()
	for _, wrong := range w.google.wrong {
		w.Fatalf("%s: not valid: %s", when, wrong)
	}
	for range 1500 {
		park := []string{"P1", "P2", "P3"}[draw.IntN(3)]
		arrival, nights, party := w.tomorrow()+date.Date(draw.IntN(330)), []int{1, 2, 3, 4, 7, 9}[draw.IntN(6)], 1+draw.IntN(7)
		ours, theirs := w.ours(park, arrival, nights, party), w.google.price(park, arrival, nights, party)
		if park == "P3" && w.Parks[2].Lat == 0 {
			ours = 0 // the site sells it, and Google does not list it
		}
		if ours != theirs {
			w.Fatalf("%s: %s on %s, %d nights for %d: Google shows %s, we sell for %s", when, park, arrival.ISO(), nights, party, theirs, ours)
		}
		if ours > 0 {
			onSale++
		}
	}
	return onSale
}

// TestGoogleShowsWhatWeSell changes prices, bookings, the catalogue and the day at random,
// while Google refuses, stalls, fails and cuts connections, and expects that Google shows
// every stay for our price when it has been kind for a while.
func TestGoogleShowsWhatWeSell(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		draw := rand.New(rand.NewPCG(7, 26))
		without := date.Date(0) // a day of the week on which no stay begins: another one each time
		random := func(arrival date.Date, nights, guests int) money.Pence {
			if nights == 2 && guests == 2 && draw.IntN(50) == 0 {
				without = date.Date(draw.IntN(7))
			}
			if arrival%7 == without {
				return 0
			}
			return money.Pence(draw.IntN(3) * (10000 + draw.IntN(90000)))
		}
		w.Parks[1].Extras = []catalogue.Extra{{Code: "tax", Name: "Levy", Cost: 150, Per: []string{"night", "person"}, Compulsory: true}, {Code: "linen", Name: "Linen", Cost: 2000, Compulsory: true}}
		w.sell()
		w.price(true, 2, random, w.unitIDs()...)
		w.round(w.ads)
		if n := w.compare(draw, "at first"); n < 150 {
			t.Fatalf("only %d stays are on sale", n)
		}
		for turn := range 5 {
			rude := func(string, string) string {
				return []string{"", "", "refuse", "500", "stall", "cut", "empty"}[draw.IntN(7)]
			}
			w.google.behave(rude)
			for range 1 + draw.IntN(3) {
				switch unit := w.unitIDs()[draw.IntN(len(w.Units))]; draw.IntN(6) {
				case 0:
					w.price(false, 1+draw.IntN(2), random, unit)
				case 1:
					w.advance(24 * time.Hour)
				case 2:
					if turn%2 == 0 {
						w.price(true, 2, random, w.unitIDs()...)
					}
				case 3: // the position of a park is lost, or found again
					w.Parks[2].Lat, w.Parks[2].Lon = 50.83-w.Parks[2].Lat, -4.54-w.Parks[2].Lon
					w.sell()
				default:
					w.take(unit, w.tomorrow()+date.Date(draw.IntN(100)), 1+draw.IntN(10))
				}
				w.round(w.ads)
				w.advance(time.Duration(draw.IntN(60)) * time.Minute)
			}
			w.google.behave(kindly)
			for range 3 {
				w.advance(61 * time.Minute)
				w.settle()
				w.round(w.ads)
			}
			w.compare(draw, fmt.Sprint("turn ", turn))
		}
		if b, err := w.store.HotelAdBacklog(t.Context()); err != nil || b.Waiting+b.Refused > 0 {
			t.Fatalf("%+v, %v", b, err)
		}
	})
}

// settle waits until the index has everything, the dates of a new day, too.
func (w *world) settle() {
	polltest.Until(w, "the index has the dates of today", func() bool {
		first, days := w.replica.Current().Index.Window()
		return first == w.tomorrow() && days == inventory.Days
	})
}

// TestOneNodeSendsAndAnotherGoesOn expects that nothing is sent twice: not by a second node,
// not after a restart, and not by the node that takes over.
func TestOneNodeSendsAndAnotherGoesOn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		w.price(true, 2, flat(10000), w.unitIDs()...)
		other := w.node("two")
		w.round(w.ads)
		w.round(other)
		first := w.google.taken()
		ofP1 := slices.DeleteFunc(slices.Clone(first), func(sent string) bool { return !strings.HasSuffix(sent, "P1") })
		if want := []string{"data P1", "rates P1", "units P1", "open P1"}; !slices.Equal(ofP1, want) || len(first) != 12 {
			t.Fatalf("at first: %v", first)
		}
		w.take("P2-C", start+10, 3)
		w.round(other)
		if sent := w.google.taken(); len(sent) > 0 {
			t.Errorf("beside the node that sends, another has sent %v", sent)
		}
		w.round(w.node("one")) // it has started again
		if sent := w.google.taken(); !slices.Equal(sent, []string{"units P2"}) {
			t.Errorf("after a booking: %v", sent)
		}
		w.take("P1-L", start+10, 3)
		w.take("P1-L", start+10, 3) // sold out
		w.advance(4 * time.Minute)  // the first node is gone
		w.round(other)
		if sent := w.google.taken(); !slices.Equal(sent, []string{"units P1", "open P1"}) {
			t.Errorf("after another node has taken over: %v", sent)
		}
		w.price(false, 2, flat(9000), "P3-C")
		w.round(other)
		if sent := w.google.taken(); !slices.Equal(sent, []string{"rates P3"}) {
			t.Errorf("after a change of prices: %v", sent)
		}
	})
}

// TestAPropertyThatGoogleRefusesStandsAlone expects that the others are told, that what of
// it Google takes is sent, and that staff learn why.
func TestAPropertyThatGoogleRefusesStandsAlone(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.price(true, 1, flat(10000), w.unitIDs()...)
	w.google.behave(func(hotel, kind string) string {
		if hotel == "P1" && kind == "rates" {
			return "refuse"
		}
		return ""
	})
	w.round(w.ads)
	b, err := w.store.HotelAdBacklog(t.Context())
	if err != nil || b.Refused != 1 || b.Waiting != 0 || b.Listed != 6 || !slices.Equal(b.Refusals, []string{"parks P1: Property not found"}) {
		t.Errorf("%+v, %v", b, err)
	}
	if sent := w.google.taken(); !slices.Contains(sent, "units P1") || !slices.Contains(sent, "rates P3") || len(sent) != 11 {
		t.Errorf("sent: %v", sent)
	}
	w.round(w.ads)
	if sent := w.google.taken(); len(sent) > 0 {
		t.Errorf("at once again: %v", sent)
	}
	w.google.behave(kindly)
	w.advance(time.Hour)
	w.round(w.ads)
	if sent := w.google.taken(); !slices.Equal(sent, []string{"rates P1"}) {
		t.Errorf("an hour later: %v", sent)
	}
	w.google.behave(func(string, string) string { return "500" })
	w.take("P1-C", start+20, 1)
	w.take("P2-C", start+20, 1)
	w.round(w.ads)
	if b, err := w.store.HotelAdBacklog(t.Context()); err != nil || b.Waiting != 2 || b.Refused != 0 || b.Since.IsZero() {
		t.Errorf("while Google does not work: %+v, %v", b, err)
	}
	w.accounts = w.parse(`{"accounts": []}`)
	w.round(w.node("one"))
	if b, err := w.store.HotelAdBacklog(t.Context()); err != nil || b.Waiting != 0 {
		t.Errorf("without the account: %+v, %v", b, err)
	}
}

// giveBack returns nights that were taken.
func (w *world) giveBack(unit string, from date.Date, nights int) {
	w.Helper()
	w.check(w.store.GroupCommit(w.Context(), func(tx *store.Tx) error { return tx.ReturnNights(unit, from, nights) }))
}

// TestNothingIsTakenForKnownThatIsNot has Google take a message of which nobody learns, and
// brings back what was before. Google must be told that, although it was told the same before.
func TestNothingIsTakenForKnownThatIsNot(t *testing.T) {
	for name, of := range map[string]func(*world){
		"the answer is cut off": func(w *world) {
			w.google.behave(func(string, string) string { return "cut" })
			w.round(w.ads)
		},
		"the node is": func(w *world) {
			ctx, stop := context.WithCancel(w.Context())
			w.google.behave(func(string, string) string { stop(); return "" })
			if w.ads.Round(ctx) == nil {
				w.Error("nothing has failed")
			}
			polltest.Until(w, "Google takes it", func() bool { return len(w.google.taken()) > 0 })
			w.ads = w.node("one")
		},
	} {
		storetest.Each(t, func(t *testing.T, db storetest.Database) {
			w := newWorld(t, db)
			w.price(true, 1, flat(10000), w.unitIDs()...)
			w.round(w.ads)
			w.google.taken()
			arrival := start + 10
			w.take("P1-C", arrival, 2)
			w.take("P1-L", arrival, 2)
			of(w)
			w.giveBack("P1-C", arrival, 2)
			w.google.behave(kindly)
			w.advance(time.Minute)
			w.round(w.ads)
			if got, want := w.google.price("P1", arrival, 2, 2), w.ours("P1", arrival, 2, 2); got != want || want == 0 {
				t.Errorf("%s: Google shows %s, we sell for %s", name, got, want)
			}
		})
	}
}

// TestGoogleIsToldSoonAfterItWasAway expects that a pause gets longer, and not too long.
func TestGoogleIsToldSoonAfterItWasAway(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.price(true, 1, flat(10000), w.unitIDs()...)
	w.round(w.ads)
	w.google.taken()
	w.take("P1-C", start+20, 1)
	w.take("P2-C", start+20, 1)
	var tries atomic.Int32
	w.google.behave(func(string, string) string { tries.Add(1); return "500" })
	for range 3 * 60 {
		w.round(w.ads)
		w.advance(time.Minute)
	}
	if n := tries.Load(); n < 30 || n > 60 { // for two properties
		t.Errorf("in three hours, Google was tried %d times", n)
	}
	w.google.behave(kindly)
	w.advance(10 * time.Minute)
	w.round(w.ads)
	if sent := w.google.taken(); len(sent) != 4 {
		t.Errorf("ten minutes after it is back, it was told %v", sent)
	}
}

// TestABookingGoesBeforeWhatMayHaveChanged expects that a property that has changed does not
// wait for all the others after an import.
func TestABookingGoesBeforeWhatMayHaveChanged(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.price(true, 1, flat(10000), w.unitIDs()...)
	w.round(w.ads)
	w.google.taken()
	w.google.behave(func(string, string) string { return "500" })
	w.price(true, 1, flat(9000), w.unitIDs()...)
	w.round(w.ads)
	w.take("P3-C", start+20, 1)
	w.round(w.ads)
	w.advance(time.Minute)
	w.check(w.store.HotelAds().View(t.Context(), func(tx hotelads.Tx) error {
		due, err := tx.DueAds("parks", 10)
		if err == nil && (len(due) != 3 || due[0].Property != "P3") {
			t.Errorf("due: %+v", due)
		}
		return err
	}))
}

// TestANodeThatDoesNotKnowAnAccountForgetsNothing has the file with an account reach one node
// later than the other.
func TestANodeThatDoesNotKnowAnAccountForgetsNothing(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.price(true, 1, flat(10000), w.unitIDs()...)
	w.round(w.ads)
	w.google.taken()
	w.google.behave(func(string, string) string { return "500" })
	w.take("P1-C", start+20, 1)
	w.round(w.ads)
	with := w.accounts
	w.accounts = w.parse(`{"accounts": []}`)
	w.round(w.node("two"))
	w.accounts = with
	w.google.behave(kindly)
	w.advance(time.Minute)
	w.round(w.ads)
	if sent := w.google.taken(); !slices.Contains(sent, "units P1") {
		t.Errorf("sent: %v", sent)
	}
}
