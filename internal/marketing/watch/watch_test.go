package watch_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

var (
	start   = date.Of(2027, time.January, 5)
	arrival = date.Of(2027, time.July, 16)
)

const someone = "Ann@mail.example"

// email is an e-mail with news.
type email struct {
	day  date.Date
	to   string
	told map[string]money.Pence // by unit type or park
}

// world is a store with two parks on sale, a node that follows it, and the mail.
type world struct {
	*testing.T
	clock   *testworld.Clock
	store   *store.Store
	replica *inventory.Replica
	nodes   []*watch.Service
	worker  *outbox.Worker
	bad     *badrecord.Register
	down    bool // the mail server does not answer
	mail    []email
	asked   int // how many e-mails asked to confirm
}

func newWorld(t *testing.T, db storetest.Database) *world {
	w := &world{T: t, clock: testworld.NewClock(start.Midnight().Add(12 * time.Hour)), bad: badrecord.New(slog.New(slog.DiscardHandler))}
	w.store = db.Open(t, w.clock.Now)
	w.publish(store.CataloguePart, true, func(g *store.Staging) {
		entities := catalogue.Entities{Regions: []catalogue.Region{{ID: "12", Name: "Cornwall", Country: "GB"}}, Operators: []catalogue.Operator{{ID: "HAV", Name: "Havens"}}}
		for _, park := range []string{"P1", "P2"} {
			entities.Parks = append(entities.Parks, catalogue.Park{ID: park, Name: "Sandy Bay " + park, RegionID: "12", OperatorID: "HAV"})
			for _, unit := range []string{"A", "B"} {
				entities.Units = append(entities.Units, catalogue.UnitType{ID: park + unit, ParkID: park, Channel: "ukcaravan", Name: "Gold", Sleeps: 6})
			}
		}
		for entity := range entities.All {
			body, err := json.Marshal(entity)
			w.check(err)
			w.check(g.Put(w.Context(), entity.EntityKind(), entity.EntityID(), body))
		}
	})
	w.price(500_00, "P1A", "P1B", "P2A", "P2B")
	w.follow()
	for _, name := range []string{"one", "two"} {
		w.nodes = append(w.nodes, watch.New(watch.Config{Store: w.store.Watches(), Bookings: w.store.Bookings(), Current: w.view, Shown: w.replica.WaitFor, Node: name,
			Clock: w.clock.Now, Wake: func() {}, Bad: w.bad}))
	}
	w.worker = outbox.New(outbox.Config{Store: w.store.Outbox(), Kinds: map[string]outbox.Kind{
		watch.EmailConfirm: {Do: func(context.Context, outbox.Job) error { w.asked++; return nil }},
		watch.EmailNews:    {Do: w.send, Keep: true},
	}})
	return w
}

// onAny runs a test that does not depend on the database.
func onAny(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Any(t, func(t *testing.T, db storetest.Database) { test(newWorld(t, db)) })
}

func (w *world) check(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) view() watch.View {
	state := w.replica.Current()
	return watch.View{Catalogue: state.Catalogue, Index: state.Index}
}

func (w *world) follow() {
	replica, err := inventory.Open(w.Context(), w.store)
	w.check(err)
	ctx, cancel := context.WithCancel(context.Background())
	runner := loop.NewRunner(slog.New(slog.DiscardHandler))
	runner.Go(ctx, replica.Loop(ctx))
	w.Cleanup(func() { cancel(); _ = runner.Wait(context.Background()) })
	w.replica = replica
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

// price publishes the price of three nights in unit types, of which there is one each.
func (w *world) price(price money.Pence, units ...string) {
	w.Helper()
	w.publish(store.PricesPart, false, func(g *store.Staging) {
		for _, unit := range units {
			table, err := availability.NewPriceTable([]int{6}, arrival, 3)
			w.check(err)
			w.check(table.Set(arrival, 3, 0, price, 0))
			w.check(g.PutPrices(w.Context(), unit, table.Encode(), availability.Allotment{First: arrival, Units: []int{1, 1, 1}}.Encode()))
		}
	})
}

// sellOut books a unit, or gives it back.
func (w *world) sellOut(unit string, back bool) {
	w.Helper()
	w.check(w.store.GroupCommit(w.Context(), func(tx *store.Tx) (err error) {
		if back {
			err = tx.ReturnNights(unit, arrival, 3)
		} else {
			_, err = tx.TakeNights(unit, arrival, 3)
		}
		return err
	}))
	changed, err := w.store.ChangesAfter(w.Context(), -1)
	w.check(err)
	w.check(w.replica.WaitFor(w.Context(), changed.Last))
}

// stay is three nights in a unit type, or in any of a park.
func stay(of string) watch.Stay {
	s := watch.Stay{Channel: "ukcaravan", Park: of[:2], Arrival: arrival, Nights: 3, Party: booking.Party{Adults: 2}}
	if len(of) > 2 {
		s.Unit = of
	}
	return s
}

// send is the mail server. Every price must be that of the index at this moment.
func (w *world) send(ctx context.Context, job outbox.Job) error {
	j, err := watch.ReadJob(job.Payload)
	if err != nil {
		return err
	}
	return w.nodes[0].Tell(ctx, j, func(to string, news []watch.Watched) error {
		if w.down {
			return errors.New("no answer")
		}
		sent := email{date.In(w.clock.Now()), to, map[string]money.Pence{}}
		for _, n := range news {
			if price, _ := w.view().Price(n.Stay); price != n.Price || price == 0 {
				w.Errorf("told %s of %v, which costs %s", n.Price, n.Stay, price)
			}
			sent.told[cmp.Or(n.Stay.Unit, n.Stay.Park)] = n.Price
		}
		w.mail = append(w.mail, sent)
		return nil
	})
}

// tick does the work of all loops.
func (w *world) tick() {
	w.Helper()
	for _, node := range w.nodes {
		w.check(node.Round(w.Context()))
	}
	for {
		did, err := w.worker.RunOnce(w.Context())
		w.check(err)
		if did == 0 {
			return
		}
	}
}

func (w *world) ask(address string, stays ...string) {
	w.Helper()
	for _, of := range stays {
		w.check(w.nodes[0].Ask(w.Context(), address, stay(of)))
	}
}

// token returns the token of an address.
func (w *world) token(address string) (token string) {
	w.Helper()
	w.check(w.store.View(w.Context(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT token FROM watcher WHERE email = $1", address).Scan(&token)
	}))
	return token
}

func (w *world) confirm(address string) {
	w.Helper()
	if ok, err := w.nodes[0].Confirm(w.Context(), w.token(address)); !ok || err != nil {
		w.Fatal(ok, err)
	}
	w.tick()
}

// wantMail compares what the last e-mails told with what is wanted.
func (w *world) wantMail(what string, want ...map[string]money.Pence) {
	w.Helper()
	var got []map[string]money.Pence
	for _, m := range w.mail {
		got = append(got, m.told)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.Errorf("%s: e-mails %v, want %v", what, got, want)
	}
	w.mail = nil
}

type told = map[string]money.Pence

func TestAWatcherHearsOfFallsAndReturns(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		w.sellOut("P2A", false)
		w.ask(someone, "P1A", "P2A")
		w.price(450_00, "P1A")
		w.tick()
		w.wantMail("before the confirmation")
		testworld.Want(t, "e-mails that ask", w.asked, 1)
		w.confirm(someone)
		w.wantMail("what fell before the confirmation", told{"P1A": 450_00})
		w.price(440_00, "P1A")
		w.sellOut("P2A", true)
		w.tick()
		w.wantMail("more on the same day")
		w.clock.Advance(19 * time.Hour) // 7 o'clock
		w.tick()
		w.wantMail("at night")
		w.clock.Advance(2 * time.Hour)
		w.tick()
		w.wantMail("the next morning, in one e-mail", told{"P1A": 440_00, "P2A": 500_00})
		w.clock.Advance(24 * time.Hour)
		w.price(460_00, "P1A")
		w.tick()
		w.price(445_00, "P1A")
		w.tick()
		w.wantMail("above what was told")
		w.sellOut("P2A", false)
		w.tick()
		w.sellOut("P2A", true)
		w.tick()
		w.wantMail("a stay that was sold out at first, and is again", told{"P2A": 500_00})
		w.clock.Advance(24 * time.Hour)
		w.sellOut("P1A", false)
		w.tick()
		w.sellOut("P1A", true)
		w.tick()
		w.wantMail("a stay that somebody held for a moment")
	})
}

// Whoever reads the e-mail later finds the stay sold out once more.
func TestAStayThatIsSoldOutAgainAfterItsEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		w.sellOut("P1A", false)
		w.ask(someone, "P1A")
		w.confirm(someone)
		w.sellOut("P1A", true)
		w.tick()
		w.wantMail("on sale again", told{"P1A": 500_00})
		w.sellOut("P1A", false)
		w.tick()
		w.sellOut("P1A", true)
		w.tick()
		w.wantMail("on sale again on the same day")
		w.clock.Advance(24 * time.Hour)
		w.tick()
		w.wantMail("the next day", told{"P1A": 500_00})
	})
}

func TestAMailServerThatIsDown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		w.ask(someone, "P1A", "P2")
		w.confirm(someone)
		w.down = true
		for i := range 6 {
			w.price(money.Pence(450-i)*100, "P1A", "P2B")
			w.tick()
			w.clock.Advance(6 * time.Hour)
		}
		w.down = false
		for range 5 {
			w.clock.Advance(time.Hour)
			w.tick()
		}
		w.wantMail("once, with the newest prices", told{"P1A": 445_00, "P2": 445_00})
	})
}

// A crash between sending and noting it: nobody knows whether the e-mail arrived, so none
// follows on that day.
func TestACrashWhileAnEmailIsSentRepeatsNothingOnThatDay(t *testing.T) {
	onAny(t, func(w *world) {
		w.ask(someone, "P1A")
		w.confirm(someone)
		w.price(400_00, "P1A")
		job := watch.Job{Token: w.token(someone)}
		sent := 0
		func() {
			defer func() { _ = recover() }()
			_ = w.nodes[0].Tell(w.Context(), job, func(string, []watch.Watched) error { sent++; panic("the process ends") })
		}()
		for range 2 {
			w.check(w.nodes[1].Tell(w.Context(), job, func(string, []watch.Watched) error { sent++; return nil }))
		}
		testworld.Want(w, "e-mails", sent, 1)
		w.clock.Advance(24 * time.Hour)
		w.tick()
		w.wantMail("the next day", told{"P1A": 400_00})
	})
}

func TestOneClickEndsEverything(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		w.ask(someone, "P1A", "P1B", "P2")
		w.confirm(someone)
		token := w.token(someone)
		_, watched, ok, err := w.nodes[0].Watcher(t.Context(), token)
		if err != nil || !ok || len(watched) != 3 || watched[0].Title != "Gold, Sandy Bay P1" || watched[0].Price != 500_00 {
			t.Fatalf("%+v %v %v", watched, ok, err)
		}
		for range 2 {
			if ok, err := w.nodes[0].End(t.Context(), token, watched[0].ID); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		w.price(400_00, "P1A", "P1B", "P2A")
		w.tick()
		w.wantMail("one was ended", told{"P1B": 400_00, "P2": 400_00})
		w.clock.Advance(24 * time.Hour)
		w.price(300_00, "P1A", "P1B", "P2A")
		if ok, err := w.nodes[0].End(t.Context(), token, ""); !ok || err != nil {
			t.Fatal(ok, err)
		}
		w.tick()
		w.wantMail("all were ended")
		for _, wrong := range []string{"", "guess"} {
			_, _, found, err := w.nodes[0].Watcher(t.Context(), wrong)
			ended, err2 := w.nodes[0].End(t.Context(), wrong, "")
			confirmed, err3 := w.nodes[0].Confirm(t.Context(), wrong)
			if err := errors.Join(err, err2, err3); err != nil || found || ended || confirmed {
				t.Errorf("%q: %v %v %v %v", wrong, found, ended, confirmed, err)
			}
		}
	})
}

// Strangers may enter an address as often as they like.
func TestStrangersCannotFloodAnAddressThatWatchesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		w := newWorld(t, db)
		asked := func(days int) int {
			before := w.asked
			for range days * 2 {
				w.ask(someone, "P1A", "P1B")
				w.tick()
				w.clock.Advance(12 * time.Hour)
			}
			return w.asked - before
		}
		testworld.Want(t, "e-mails in three days", asked(3), 3)
		token := w.token(someone)
		if _, err := w.nodes[0].End(t.Context(), token, ""); err != nil {
			t.Fatal(err)
		}
		testworld.Want(t, "e-mails in the 60 days after that", asked(60), 2)
		w.confirm(someone)
		w.ask(someone, "P2A")
		w.ask(someone, "P2B")
		w.tick()
		testworld.Want(t, "the owner wants more, and is asked once", w.asked, 3+2+1)
		for nights := range 3 * watch.Most {
			s := stay("P1")
			s.Nights = nights + 1
			w.check(w.nodes[0].Ask(t.Context(), someone, s))
		}
		found, _, _, err := w.nodes[0].Watcher(t.Context(), token)
		if w.check(err); len(found.Watches) != watch.Most {
			t.Errorf("%d watches", len(found.Watches))
		}
		w.clock.Advance(time.Hour)
		for _, one := range found.Watches { // with the button of each
			if ok, err := w.nodes[0].End(t.Context(), token, one.ID); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		testworld.Want(t, "e-mails in the 29 days after an owner who once confirmed has refused", asked(29), 0)
	})
}

func TestWhatCannotBeWatched(t *testing.T) {
	onAny(t, func(w *world) {
		for what, change := range map[string]func(*watch.Stay){
			"a stay that has begun":       func(s *watch.Stay) { s.Arrival = start },
			"an unknown park":             func(s *watch.Stay) { s.Park = "P9" },
			"a unit type of another park": func(s *watch.Stay) { s.Unit = "P2A" },
			"another channel":             func(s *watch.Stay) { s.Channel = "uklodge" },
			"nobody":                      func(s *watch.Stay) { s.Party = booking.Party{} },
		} {
			s := stay("P1A")
			change(&s)
			if _, refused := booking.FailureOf(w.nodes[0].Ask(w.Context(), someone, s)); !refused {
				w.Errorf("%s is watched", what)
			}
		}
	})
}

// Goodwill may take more off than the stay costs. No price is lower.
func TestABookingThatCostsNothingIsNotWatched(t *testing.T) {
	onAny(t, func(w *world) {
		s := stay("P1A")
		b := booking.Booking{Ref: "R1", State: booking.Confirmed, Total: 500_00, Party: s.Party, Contact: booking.Contact{Email: someone},
			Stay: booking.Stay{Channel: s.Channel, ParkID: s.Park, UnitTypeID: s.Unit, Arrival: s.Arrival, Nights: s.Nights}}
		w.check(w.nodes[0].AskForBooking(w.Context(), b))
		b.Extras = []booking.ChosenExtra{{Code: "PASS", Quantity: 1, Cost: 500_01}}
		if _, refused := booking.FailureOf(w.nodes[0].AskForBooking(w.Context(), b)); !refused {
			w.Error("it is watched")
		}
	})
}

func TestABrokenWatchStopsNoOther(t *testing.T) {
	onAny(t, func(w *world) {
		w.ask(someone, "P1A")
		w.ask("other@mail.example", "P1A")
		w.confirm("other@mail.example")
		w.confirm(someone)
		w.check(w.store.Update(w.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE price_watch SET arrival = '2027-99-99' WHERE email_key = 'other@mail.example'")
			return err
		}))
		w.price(400_00, "P1A")
		w.tick()
		w.wantMail("the good one", told{"P1A": 400_00})
		if bad := w.bad.Counts()[badrecord.PriceWatch]; bad != 1 {
			w.Errorf("%d bad records", bad)
		}
	})
}

// Whatever happens in whatever order, an address gets one e-mail with news a day at most,
// and in the end knows the newest price that is lower than what it knew.
func TestOneEmailADayWhateverHappens(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			onAny(t, func(w *world) { history(w, rand.New(rand.NewPCG(seed, 1))) })
		})
	}
}

// history lets anything happen in any order.
func history(w *world, random *rand.Rand) {
	addresses, units := []string{someone, "bob@mail.example"}, []string{"P1A", "P1B", "P2A", "P2B"}
	w.ask(someone, "P1A", "P2")
	w.ask("bob@mail.example", "P1")
	out := map[string]bool{}
	for range 60 {
		unit := units[random.IntN(len(units))]
		switch random.IntN(8) {
		case 0, 1, 2:
			w.price(money.Pence(300+random.IntN(300))*100, unit)
		case 3:
			w.sellOut(unit, out[unit])
			out[unit] = !out[unit]
		case 4:
			w.confirm(addresses[random.IntN(2)])
		case 5:
			w.down = random.IntN(3) == 0
		default:
			w.clock.Advance(time.Duration(random.IntN(14*60)) * time.Minute)
		}
		if random.IntN(3) > 0 {
			w.check(w.nodes[random.IntN(2)].Round(w.Context()))
		}
		if random.IntN(3) > 0 {
			_, err := w.worker.RunOnce(w.Context())
			w.check(err)
		}
	}
	w.down = false
	for _, address := range addresses {
		w.confirm(address)
	}
	for range 3 { // longer than the pause between two tries, and past the morning
		w.clock.Advance(25 * time.Hour)
		w.tick()
	}
	settled(w, addresses)
}

// settled checks the e-mails of a world in which nothing happens any more.
func settled(w *world, addresses []string) {
	w.Helper()
	for i, m := range w.mail {
		if slices.ContainsFunc(w.mail[:i], func(before email) bool { return before.to == m.to && before.day == m.day }) {
			w.Errorf("two e-mails to %s on %s", m.to, m.day)
		}
	}
	for _, address := range addresses {
		_, watched, _, err := w.nodes[0].Watcher(w.Context(), w.token(address))
		w.check(err)
		for _, one := range watched {
			last := money.Pence(500_00) // the price at which it was asked for
			for _, m := range w.mail {
				if price, ok := m.told[cmp.Or(one.Stay.Unit, one.Stay.Park)]; ok && m.to == address {
					last = price
				}
			}
			if one.Told != last || one.Price > 0 && one.Price < one.Told {
				w.Errorf("%s knows %s of %s%s, was told %s, and it costs %s", address, one.Told, one.Stay.Park, one.Stay.Unit, last, one.Price)
			}
		}
	}
}
