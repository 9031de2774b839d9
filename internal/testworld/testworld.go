// Package testworld sets up everything that tests of bookings need: a store
// with something for sale, the services for bookings and payments, and a
// simulated card provider.
package testworld

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/simulator"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// Start is when the tests' clock starts. Summer is the first arrival date on
// sale, far enough ahead for a deposit.
var (
	Start  = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	Summer = date.Of(2026, time.July, 17)
)

// Clock is a clock that only moves when a test moves it. It is safe for
// concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
	// ofBubble means that the clock shows the time of a bubble of
	// testing/synctest.
	ofBubble bool
}

// NewClock returns a clock that shows a time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time on the clock.
func (c *Clock) Now() time.Time {
	if c.ofBubble {
		return time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	if c.ofBubble {
		time.Sleep(d) // of the bubble's time
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// units are for sale at £189.00 for three nights, from Summer and the nine days
// after it, for up to six people.
var units = []struct {
	id, channel string
	count       int
	dogs        bool
	deposit     catalogue.Deposit
}{
	{"caravan", "ukcaravan", 3, true, catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}},
	{"last", "ukcaravan", 1, false, catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}},
	{"euro", "eurocaravan", 3, false, catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 25, Compulsory: true}},
	{"boat", "boats", 3, false, catalogue.Deposit{}},
	{"crowd", "ukcaravan", 100, false, catalogue.Deposit{}},
	{"many", "uklodge", 10, false, catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 10, Message: "The park will write to you."}},
}

// Price is what every stay costs for two people.
const Price = money.Pence(189_00)

// Extras are the extras of every park.
var Extras = []catalogue.Extra{
	{Code: "LIN", Name: "Bed linen", Cost: 12_50, DepCost: 2_50, Max: 6},
	{Code: "COT", Name: "Travel cot", Cost: 15_00, Max: 1},
}

var codes = []catalogue.Code{
	{Code: "SPRING20", Kind: catalogue.DiscountCode, Amount: 20_00},
	{Code: "TENTH", Kind: catalogue.DiscountCode, Percent: 10},
	{Code: "HUGE", Kind: catalogue.DiscountCode, Amount: 5000_00},
	{Code: "OVER", Kind: catalogue.DiscountCode, Amount: 10_00, Until: "2026-01-31"},
	{Code: "LODGE", Kind: catalogue.DiscountCode, Amount: 10_00, Channels: []string{"uklodge"}},
	{Code: "GIFT50", Kind: catalogue.VoucherCode, Amount: 50_00},
	{Code: "GIFTALL", Kind: catalogue.VoucherCode, Amount: Price},
	{Code: "GIFTBIG", Kind: catalogue.VoucherCode, Amount: 1000_00},
}

// Units returns the ids of the units.
func Units() (ids []string) {
	for _, u := range units {
		ids = append(ids, u.id)
	}
	return ids
}

// UnitCount returns how many units of a type there are.
func UnitCount(id string) int {
	for _, u := range units {
		if u.id == id {
			return u.count
		}
	}
	return 0
}

// UnitFinder finds the units of the test world.
type UnitFinder struct{}

// Unit implements booking.Catalogue.
func (UnitFinder) Unit(id string) (booking.Unit, bool) {
	for _, u := range units {
		if u.id == id {
			return booking.Unit{
				Type:     catalogue.UnitType{ID: id, ParkID: "P-" + id, Channel: u.channel, Name: "Gold " + id, Sleeps: 6, Dogs: u.dogs},
				Park:     catalogue.Park{ID: "P-" + id, Name: "Gannet Sands", Town: "Trevarrow", RegionID: "12", Extras: Extras},
				Operator: catalogue.Operator{ID: "OP-" + id, Name: "Skerry Parks", Deposit: u.deposit},
				Region:   "Cornwall",
			}, true
		}
	}
	return booking.Unit{}, false
}

// Publish publishes the units, their prices and the codes. Every stay costs
// price.
func Publish(t testing.TB, s *store.Store, price money.Pence) {
	t.Helper()
	ctx := context.Background()
	table, err := availability.NewPriceTable([]int{2, 6}, Summer, 10)
	check(t, err)
	for day := range date.Date(10) {
		for threshold := range 2 {
			check(t, table.Set(Summer+day, 3, threshold, price+money.Pounds(int64(50*threshold)), 0))
		}
	}
	goods, err := s.Stage(ctx, store.CataloguePart, true)
	check(t, err)
	prices, err := s.Stage(ctx, store.PricesPart, true)
	check(t, err)
	for _, u := range units {
		check(t, goods.Put(ctx, catalogue.KindUnit, u.id, fmt.Appendf(nil, `{"id":%q}`, u.id)))
		a := availability.Allotment{First: Summer, Units: make([]int, 14)}
		for i := range a.Units {
			a.Units[i] = u.count
		}
		check(t, prices.PutPrices(ctx, u.id, table.Encode(), a.Encode()))
	}
	for _, c := range codes {
		body, err := json.Marshal(c)
		check(t, err)
		check(t, goods.Put(ctx, catalogue.KindCode, c.Code, body))
	}
	_, err = goods.Publish(ctx)
	check(t, err)
	_, err = prices.Publish(ctx)
	check(t, err)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// World is one server with its provider.
type World struct {
	T        testing.TB
	Clock    *Clock
	Store    *store.Store
	Bookings *booking.Service
	Payments *payment.Service
	Outbox   *outbox.Worker
	Provider *simulator.Simulator
	Account  worldpay.Config
	Wallet   paypal.Config
	Emails   *Emails
	Lag      *Lag
	// Browser carries the visitors' requests to the provider's pages; nil means
	// over the network.
	Browser http.RoundTripper
}

// Lag is how slow the provider's inquiries and modifications are.
type Lag struct {
	mu   sync.Mutex
	draw func() time.Duration
}

// Set has each lag drawn by a function.
func (l *Lag) Set(draw func() time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw = draw
}

func (l *Lag) next() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draw == nil {
		return 0
	}
	return l.draw()
}

// Emails collects the due e-mails instead of sending them.
type Emails struct {
	mu   sync.Mutex
	sent []outbox.Job
}

// emailKinds are the e-mails about a booking.
var emailKinds = []string{
	booking.EmailConfirmation, booking.EmailReceipt, booking.EmailReferences, booking.EmailPaymentLost, booking.EmailCancelled, booking.EmailRefunded,
	booking.EmailReleased, booking.EmailMoved, booking.EmailBalance, booking.EmailPaymentPending, booking.EmailPaymentDenied,
}

// Kinds returns the kinds of the e-mails so far.
func (l *Emails) Kinds() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	kinds := []string{}
	for _, j := range l.sent {
		kinds = append(kinds, j.Kind)
	}
	return kinds
}

// Sent returns the jobs of the e-mails so far.
func (l *Emails) Sent() []outbox.Job {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.sent)
}

// Jobs returns those of one kind.
func (l *Emails) Jobs(kind string) []outbox.Job {
	return slices.DeleteFunc(l.Sent(), func(j outbox.Job) bool { return j.Kind != kind })
}

// Take is the outbox handler that collects an e-mail.
func (l *Emails) Take(_ context.Context, job outbox.Job) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, job)
	return nil
}

// Option changes the configuration of a world.
type Option func(*booking.Config, *payment.Config)

// New opens a database and a card provider. It starts no loops: tests call Tick
// instead.
func New(t testing.TB, db storetest.Database, options ...Option) *World {
	t.Helper()
	w := &World{T: t, Clock: NewClock(Start), Emails: &Emails{}, Lag: &Lag{}}
	provider, err := simulator.New(simulator.Options{Dir: t.TempDir(), Clock: w.Clock.Now, Slow: 50 * time.Millisecond, Lag: w.Lag.next})
	check(t, err)
	server := httptest.NewServer(provider)
	t.Cleanup(func() {
		provider.Close()
		server.CloseClientConnections()
		server.Close()
	})
	w.Provider, w.Account, w.Wallet = provider, provider.Account(server.URL), provider.WalletAccount(server.URL)
	provider.WebhooksAt(server.URL, "") // tests post them where they matter
	first := w.SecondNode(db, options...)
	Publish(t, first.Store, Price)
	return first
}

// SecondNode opens another server on a world's database and provider.
func (w *World) SecondNode(db storetest.Database, options ...Option) *World {
	w.T.Helper()
	other := *w
	if w.Clock.ofBubble {
		other.Store = openInBubble(w.T, db)
	} else {
		other.Store = db.Open(w.T, w.Clock.Now)
	}
	options = append([]Option{auditing(w.T)}, options...)
	other.Bookings, other.Payments, other.Outbox = Services(other.Store, w.Account, w.Wallet, w.Clock.Now, w.Emails.Take, options...)
	w.T.Cleanup(other.CallsEnd)
	return &other
}

// auditing checks every change against the ledger.
func auditing(t testing.TB) Option {
	return func(_ *booking.Config, c *payment.Config) { c.Store = audited{c.Store, t} }
}

// Services wires bookings, payments and the outbox as the server does.
func Services(s *store.Store, account worldpay.Config, wallet paypal.Config, clock func() time.Time, email outbox.Handler, options ...Option) (*booking.Service, *payment.Service, *outbox.Worker) {
	bc := booking.Config{Store: s.Bookings(), Catalogue: UnitFinder{}, Limits: booking.DefaultLimits()}
	pc := payment.Config{Store: s.Payments(), Card: worldpay.New(account), ReturnURL: "https://site.example/api/threedsreturn",
		Wallet: paypal.New(wallet), WalletURL: "https://site.example/api/paypal", Brand: "Holidaymaker",
		Secret: []byte("test secret"), Limits: payment.DefaultLimits(), Clock: clock}
	pc.Limits.Answer, pc.Limits.Call = 5*time.Second, 10*time.Second
	for _, set := range options {
		set(&bc, &pc)
	}
	bookings := booking.New(bc)
	pc.Bookings = bookings
	payments := payment.New(pc)

	return bookings, payments, outbox.New(outbox.Config{Store: s.Outbox(), Kinds: Kinds(payments, email)})
}

// Kinds returns the kinds of jobs of a world: those of payments, and e-mails.
func Kinds(payments *payment.Service, email outbox.Handler) map[string]outbox.Kind {
	kinds := payments.Handlers()
	for _, kind := range emailKinds {
		kinds[kind] = outbox.Kind{Do: email, Keep: true}
	}
	return kinds
}

// CallsEnd waits until no call to the card provider is running.
func (w *World) CallsEnd() {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	check(w.T, w.Payments.Wait(ctx))
}

// Tick does the work of all loops, until nothing is left to do.
func (w *World) Tick() {
	w.T.Helper()
	ctx := context.Background()
	for {
		_, err := w.Bookings.Sweep(ctx)
		check(w.T, err)
		looked, err := w.Payments.Reconcile(ctx)
		check(w.T, err)
		did, err := w.Outbox.RunOnce(ctx)
		check(w.T, err)
		if looked+did == 0 {
			return
		}
	}
}

// OfferOf returns the offer id of a unit on the first day.
func OfferOf(unit string) string {
	return booking.Offer{UnitTypeID: unit, Arrival: Summer, Nights: 3, Price: Price}.ID()
}

// Operator is who intervenes in tests.
var Operator = payment.Operator{By: "test", Why: "a test"}

// Couple is the party of the tests.
var Couple = booking.Party{Adults: 2}

// Visitor returns a visitor with a new cookie.
func Visitor() booking.Visitor {
	return booking.Visitor{Token: booking.NewToken(), Address: "203.0.113.9"}
}

// Jo is the contact of the tests, and Members is the couple's party.
var (
	Jo = booking.Contact{Title: "Ms", Forename: "Priya", Surname: "O'Neill-Brontë", DOB: "03/07/1985", Email: "priya@mail.example",
		Telephone: "0131 496 0000", Address1: "3 Gull Row", Town: "Scarborough", County: "North Yorkshire", Postcode: "yo112ab",
		Country: booking.UnitedKingdom}
	Members = []booking.Member{
		{Type: booking.Adult, Title: "Ms", Initial: "P", LastName: "O'Neill", Age: "41", DOB: "03/07/1985"},
		{Type: booking.Adult, Title: "Mr", Initial: "S", LastName: "O'Neill", Age: "40", DOB: "03/07/1986"},
	}
)

// Booked starts a booking of a unit and enters the details.
func (w *World) Booked(v booking.Visitor, unit string) booking.View {
	w.T.Helper()
	ctx := context.Background()
	view, err := w.Bookings.Start(ctx, v, booking.StartRequest{OfferID: OfferOf(unit), Party: Couple})
	check(w.T, err)
	_, err = w.Bookings.SetUserDetails(ctx, v, view.Ref, Jo)
	check(w.T, err)
	view, err = w.Bookings.SetPartyDetails(ctx, v, view.Ref, Members, false)
	check(w.T, err)
	return view
}

// Prepared records an attempt to pay the amount of the quote for an option.
func (w *World) Prepared(v booking.Visitor, view booking.View, option booking.PaymentOption) payment.Prepared {
	w.T.Helper()
	p, err := w.Payments.Prepay(context.Background(), v, RequestFor(view, option))
	check(w.T, err)
	return p
}

// RequestFor returns the pre-payment request that the browser sends.
func RequestFor(view booking.View, option booking.PaymentOption) payment.Request {
	_, amount := view.Quote.PayNow(option)
	return payment.Request{BookID: view.Ref, Option: option, Method: payment.Card, Expected: amount,
		QuoteHash: view.Quote.Hash, Key: uuid.NewString()}
}

// Pay sends a card with a number and a name.
func (w *World) Pay(v booking.Visitor, ref, id, card, name string) (payment.Answer, error) {
	w.T.Helper()
	jwe, err := EncryptCard(w.Account.PublicKey, card, "123", "12", "2030", name)
	check(w.T, err)
	return w.Payments.Authorise(context.Background(), v, payment.Submission{ID: id, BookID: ref, EncryptedData: jwe,
		DeviceReference: "df-1", WindowSize: "390x400"})
}

var hidden = regexp.MustCompile(`name="([A-Za-z]+)" value="([^"]*)"`)

// AskBank acts as the browser in the bank's frame: it posts the challenge,
// decides, and returns the form that the bank posts to the return address.
func (w *World) AskBank(f *payment.Frame, decision string) url.Values {
	w.T.Helper()
	page := w.post(f.URL, url.Values{"JWT": {f.JWT}, "MD": {f.MD}})
	form := url.Values{"decision": {decision}}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		if m[1] != "decision" {
			form.Set(m[1], m[2])
		}
	}
	page = w.post(strings.Replace(f.URL, "challenge.html", "decision", 1), form)
	back := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		back.Set(m[1], m[2])
	}
	return back
}

func (w *World) post(to string, form url.Values) string {
	w.T.Helper()
	req, err := http.NewRequestWithContext(w.T.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	check(w.T, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := (&http.Client{Transport: w.Browser}).Do(req)
	check(w.T, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	check(w.T, err)
	if resp.StatusCode != http.StatusOK {
		w.T.Fatalf("POST %s: %d %s", to, resp.StatusCode, text)
	}
	return string(text)
}

// Taken returns how many units of a type are taken on the first night.
func (w *World) Taken(unit string) int {
	w.T.Helper()
	n := 0
	check(w.T, w.Store.View(context.Background(), func(tx *store.Tx) error {
		all, err := tx.BookedNights(Summer, nil)
		for _, night := range all[unit] {
			if night.Night == Summer {
				n = night.Units
			}
		}
		return err
	}))
	return n
}
