package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/availability/inventory"
	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
)

// paid measures how many bookings are started and paid by card per second, on both
// databases, while the provider answers at once. It reports the transactions a
// second of these bookings, divided by the plain transactions a second that the same
// database manages. A plain transaction inserts one row.
func (r *run) paid() {
	if r.cluster != nil {
		r.cluster.create("paid")
		raw, err := sql.Open("pgx", r.cluster.url("paid"))
		must(err)
		defer raw.Close()
		raw.SetMaxOpenConns(16)
		raw.SetMaxIdleConns(16)
		r.set("paid_vs_postgres", r.paidOn("PostgreSQL", r.cluster.url("paid"), r.cluster.processor, func(*store.Store) error { return insertPlain(raw) }))
	}
	r.set("paid_vs_sqlite", r.paidOn("SQLite", filepath.Join(r.dir, "paid"), func() time.Duration { return 0 }, func(s *store.Store) error {
		return s.Update(context.Background(), func(tx *store.Tx) error {
			_, err := tx.Exec(plainInsert, uuid.NewString(), 1)
			return err
		})
	}))
}

const plainInsert = "INSERT INTO plain (id, client) VALUES ($1, $2)"

// insertPlain inserts a row in a plain transaction of PostgreSQL: BEGIN, INSERT and
// COMMIT, each of which waits for its answer.
func insertPlain(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if _, err := tx.Exec(plainInsert, uuid.NewString(), 1); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

const paidPrice = money.Pence(189_00)

// paidOn measures on one database and returns the result of paid for it. server
// returns the processor time that the database's server has used.
func (r *run) paidOn(name, source string, server func() time.Duration, insert func(*store.Store) error) float64 {
	ctx := context.Background()
	var transactions atomic.Int64
	begun := time.Now() // the clock runs, because each step of a booking writes its time
	s, err := store.Open(ctx, source, func() time.Time { return benchNow().Add(time.Since(begun)) }, store.Observed(func(_ context.Context, operation string, _ time.Duration, _ error) {
		if operation != "view" {
			transactions.Add(1)
		}
	}))
	must(err)
	defer s.Close()
	m := newMarket(size{"one", 1, 1})
	must(m.fill(ctx, s, []availability.UnitData{{PriceTable: flat().Encode(), Allotment: wide().Encode()}}))
	must(s.Update(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec("CREATE TABLE plain (id TEXT PRIMARY KEY, client BIGINT NOT NULL)")
		return err
	}))
	till := openTill(ctx, s)
	var bookings, plain []pace
	var transactionsEach, sales int64
	// Summed over all rounds, because the processor time varies much between rounds.
	var ourTime, serverTime time.Duration
	for round := range rounds {
		offer := booking.Offer{UnitTypeID: m.inv.Units[0].ID, Arrival: firstArrival + date.Date(10*round), Nights: holdNights, Price: paidPrice}
		transactions.Store(0)
		ourStart, serverStart := processorTime(), server()
		p := measurePace(func() { must(till.sell(ctx, offer)) })
		ourTime += processorTime() - ourStart
		serverTime += server() - serverStart
		sales += p.times
		bookings = append(bookings, p)
		transactionsEach = transactions.Load() / p.times
		plain = append(plain, measurePace(func() { must(insert(s)) }))
	}
	paidPace, plainPace := middle(bookings), middle(plain)
	spent := func(d time.Duration) float64 { return d.Seconds() * 1e3 / float64(sales) }
	ofServer := ""
	if serverTime > 0 {
		ofServer = fmt.Sprintf(", %.2f ms of it the database server's", spent(serverTime))
	}
	r.note("%s: %.0f bookings paid a second (p99 %v), %d transactions for each booking; %.0f plain transactions a second (p99 %v); %.2f ms of processor time for each booking%s", name,
		paidPace.perSecond, paidPace.p99.Round(time.Microsecond), transactionsEach, plainPace.perSecond, plainPace.p99.Round(time.Microsecond), spent(ourTime+serverTime), ofServer)
	return paidPace.perSecond * float64(transactionsEach) / plainPace.perSecond
}

// processorTime returns the processor time that this process has used.
func processorTime() time.Duration {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// flat returns prices that are the same on all days.
func flat() *availability.PriceTable {
	table, err := availability.NewPriceTable([]int{2}, firstArrival, arrivalDays)
	must(err)
	for day := range arrivalDays {
		must(table.Set(firstArrival+date.Date(day), holdNights, 0, paidPrice, 0))
	}
	return table
}

// atOnce is a card provider that authorises every payment at once. The other calls of
// a provider follow in jobs, which do not run here.
type atOnce struct{ payment.CardProvider }

func (atOnce) Collection(time.Time) (payment.Collection, error) { return payment.Collection{}, nil }

func (atOnce) Authorise(_ context.Context, o payment.Order) (payment.Reply, error) {
	return payment.Reply{Event: payment.EventAuthorised, Amount: o.Amount, Currency: "GBP"}, nil
}

// till sells stays as the API does.
type till struct {
	bookings *booking.Service
	payments *payment.Service
}

func openTill(ctx context.Context, s *store.Store) till {
	replica, err := inventory.Open(ctx, s)
	must(err)
	limits, payLimits := booking.DefaultLimits(), payment.DefaultLimits()
	limits.Off, payLimits.Off = true, true
	bookings := booking.New(booking.Config{Store: s.Bookings(), Catalogue: booking.LiveCatalogue(func() *catalogue.Snapshot { return replica.Current().Catalogue }), Limits: limits})
	return till{bookings, payment.New(payment.Config{Store: s.Payments(), Bookings: bookings, Card: atOnce{}, Limits: payLimits, Clock: benchNow})}
}

var (
	contact = booking.Contact{Title: "Ms", Forename: "Priya", Surname: "Marlowe", DOB: "03/07/1985", Email: "priya@mail.example",
		Telephone: "0131 496 0000", Address1: "3 Gull Row", Town: "Scarborough", County: "North Yorkshire", Postcode: "YO11 2AB", Country: booking.UnitedKingdom}
	members = []booking.Member{
		{Type: booking.Adult, Title: "Ms", Initial: "P", LastName: "Marlowe", Age: "41", DOB: "03/07/1985"},
		{Type: booking.Adult, Title: "Mr", Initial: "S", LastName: "Marlowe", Age: "40", DOB: "03/07/1986"},
	}
	encryptedCard = "the provider here does not decrypt cards"
)

// sell starts a booking for a new visitor, enters the details and pays.
func (t till) sell(ctx context.Context, offer booking.Offer) error {
	v := booking.Visitor{Token: booking.NewToken(), Address: "192.0.2.1", Network: "192.0.2.1"}
	view, err := t.bookings.Start(ctx, v, booking.StartRequest{OfferID: offer.ID(), Party: booking.Party{Adults: len(members)}})
	if err != nil {
		return err
	}
	if _, err := t.bookings.SetUserDetails(ctx, v, view.Ref, contact); err != nil {
		return err
	}
	if view, err = t.bookings.SetPartyDetails(ctx, v, view.Ref, members, false); err != nil {
		return err
	}
	p, err := t.payments.Prepay(ctx, v, payment.Request{BookID: view.Ref, Option: booking.PayFull, Method: payment.Card,
		Expected: view.Quote.PayNowFull, QuoteHash: view.Quote.Hash, Key: uuid.NewString()})
	if err != nil {
		return err
	}
	a, err := t.payments.Authorise(ctx, v, payment.Submission{ID: p.ID, BookID: view.Ref, EncryptedData: encryptedCard})
	if err == nil && a.Status != payment.StatusAuthorised {
		err = fmt.Errorf("a payment is %s", a.Status)
	}
	return err
}
