package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/simulator"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
	"holidaymaker/internal/testworld"
)

// The crash tests find their points themselves: a child process goes through a
// booking with a challenge and records every commit and every message to the
// provider. Then another child is killed before and after each of these, and a
// new server takes over its database. The provider runs in this process, so it
// survives.

// script tells a child process what to do.
type script struct {
	Source  string // database
	Account worldpay.Config
	Wallet  paypal.Config // where the visitor pays by wallet
	Visitor booking.Visitor
	Key     string // idempotency key
	Emails  string // folder of e-mails
	Points  string // file to which points are written
	KillAt  int    // 0: never
	Now     time.Time
}

const scriptEnv = "HOLIDAYMAKER_CRASH_SCRIPT"

// points counts the points at which a child may be killed.
type points struct {
	mu     sync.Mutex
	n      int
	killAt int
	log    *os.File
}

func (p *points) pass(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	fmt.Fprintf(p.log, "%d %s\n", p.n, name)
	if p.n == p.killAt {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // wait for the signal that kills this process
	}
}

// watchedStore passes a point before and after every commit.
type watchedStore struct {
	payment.Store
	points *points
}

func (s watchedStore) Update(ctx context.Context, fn func(payment.Tx) error) error {
	return watched(s.points, ctx, s.Store.Update, fn)
}

func (s watchedStore) GroupCommit(ctx context.Context, fn func(payment.Tx) error) error {
	return watched(s.points, ctx, s.Store.GroupCommit, fn)
}

type watchedBookings struct {
	booking.Store
	points *points
}

func (s watchedBookings) Update(ctx context.Context, fn func(booking.Tx) error) error {
	return watched(s.points, ctx, s.Store.Update, fn)
}

func (s watchedBookings) GroupCommit(ctx context.Context, fn func(booking.Tx) error) error {
	return watched(s.points, ctx, s.Store.GroupCommit, fn)
}

func watched[T any](p *points, ctx context.Context, commit func(context.Context, func(T) error) error, fn func(T) error) error {
	err := commit(ctx, func(tx T) error {
		err := fn(tx)
		if err == nil {
			p.pass("before a commit")
		}
		return err
	})
	if err == nil {
		p.pass("after a commit")
	}
	return err
}

// watchedProvider passes a point before and after every message.
type watchedProvider struct{ points *points }

func (w watchedProvider) RoundTrip(r *http.Request) (*http.Response, error) {
	w.points.pass("before a message to the provider")
	resp, err := http.DefaultTransport.RoundTrip(r)
	w.points.pass("after a message to the provider")
	return resp, err
}

// TestCrashChild is the child process: it does nothing unless it gets a script.
func TestCrashChild(t *testing.T) {
	text := os.Getenv(scriptEnv)
	if text == "" {
		return
	}
	var s script
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(s.Points)
	if err != nil {
		t.Fatal(err)
	}
	p := &points{killAt: s.KillAt, log: log}
	w := live(t, s, s.Now, func(b *booking.Config, c *payment.Config) {
		b.Store = watchedBookings{b.Store, p}
		c.Store = watchedStore{c.Store, p}
		s.Account.Transport = watchedProvider{p}
		c.Card = worldpay.New(s.Account)
		s.Wallet.Transport = watchedProvider{p}
		c.Wallet = paypal.New(s.Wallet)
	})
	w.Outbox = outbox.New(outbox.Config{Store: watchedOutbox{w.Store.Outbox(), p}, Kinds: handlers(w, s)})

	view := w.Booked(s.Visitor, "last")
	request := testworld.RequestFor(view, booking.PayFull)
	request.Key = s.Key
	if s.Wallet.BaseURL == "" {
		paysByCard(t, w, s, view, request)
	} else {
		paysByWallet(t, w, s, view, request)
	}
	w.CallsEnd()
	for {
		did, err := w.Outbox.RunOnce(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		asked, err := w.Payments.Reconcile(context.Background()) // the capture is accepted; is it done?
		if err != nil {
			t.Fatal(err)
		}
		if did+asked == 0 {
			return
		}
	}
}

func paysByWallet(t *testing.T, w *testworld.World, s script, view booking.View, request payment.Request) {
	t.Helper()
	request.Method = payment.Wallet
	prepared, err := w.Payments.Prepay(context.Background(), s.Visitor, request)
	if err != nil {
		t.Fatal(err)
	}
	back := w.AtWallet(prepared.Wallet, "approve", "")
	if err := w.Payments.WalletReturned(context.Background(), back.Get("att"), back.Get("token")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Payments.Confirm(context.Background(), s.Visitor, prepared.ID, view.Ref, payment.Result{Order: back.Get("token")}); err != nil {
		t.Fatal(err)
	}
}

func paysByCard(t *testing.T, w *testworld.World, s script, view booking.View, request payment.Request) {
	t.Helper()
	prepared, err := w.Payments.Prepay(context.Background(), s.Visitor, request)
	if err != nil {
		t.Fatal(err)
	}
	a, err := w.Pay(s.Visitor, view.Ref, prepared.ID, challengedCard, "P O'Neill")
	if err != nil || a.Challenge == nil {
		t.Fatalf("got %+v, %v", a, err)
	}
	back := w.AskBank(a.Challenge, "approve")
	result, err := w.Payments.Return(context.Background(), back.Get("TransactionId"), back.Get("MD"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Payments.Confirm(context.Background(), s.Visitor, prepared.ID, view.Ref, result); err != nil {
		t.Fatal(err)
	}
}

// watchedOutbox passes a point before and after every end of a job.
type watchedOutbox struct {
	outbox.Store
	points *points
}

func (o watchedOutbox) Lease(ctx context.Context, kinds []string, limit int, lease time.Duration) ([]outbox.Job, error) {
	jobs, err := o.Store.Lease(ctx, kinds, limit, lease)
	o.points.pass("after leasing jobs")
	return jobs, err
}

func (o watchedOutbox) Done(ctx context.Context, id string) error {
	o.points.pass("before a job is ended")
	err := o.Store.Done(ctx, id)
	o.points.pass("after a job is ended")
	return err
}

// live starts a server on the database of a script.
func live(t *testing.T, s script, now time.Time, options ...testworld.Option) *testworld.World {
	t.Helper()
	w := &testworld.World{T: t, Clock: testworld.NewClock(now), Account: s.Account}
	w.Store = storetest.Database{Name: "crash", Source: s.Source}.Open(t, w.Clock.Now)
	w.Bookings, w.Payments, w.Outbox = testworld.Services(w.Store, s.Account, s.Wallet, w.Clock.Now, emailInto(s.Emails), options...)
	return w
}

func handlers(w *testworld.World, s script) map[string]outbox.Kind {
	h := w.Payments.Handlers()
	h[booking.EmailConfirmation] = outbox.Kind{Do: emailInto(s.Emails)}
	return h
}

// emailInto writes an e-mail to a file named by its job, as the mailer does.
func emailInto(dir string) outbox.Handler {
	return func(_ context.Context, job outbox.Job) error {
		return os.WriteFile(filepath.Join(dir, job.ID), []byte(job.Payload), 0o600)
	}
}

func TestKilledServers(t *testing.T) {
	t.Parallel()
	killedAtEachPoint(t, "[PAY-24] [PAYFAIL-13] [PAYFAIL-14] [PAYFAIL-15] [PAYFAIL-16]", 12, func(provider *simulator.Simulator, base string) script {
		return script{Account: provider.Account(base)}
	})
}

func TestKilledServersAtTheWallet(t *testing.T) {
	t.Parallel()
	killedAtEachPoint(t, "[PAY-24] [PAYFAIL-59]", 14, func(provider *simulator.Simulator, base string) script {
		return script{Account: provider.Account(base), Wallet: provider.WalletAccount(base)}
	})
}

// killedAtEachPoint makes a good run of a script, and then one that is killed at
// each of its points.
func killedAtEachPoint(t *testing.T, rows string, fewest int, of func(provider *simulator.Simulator, base string) script) {
	t.Helper()
	provider, err := simulator.New(simulator.Options{Dir: t.TempDir(), Clock: testworld.NewClock(testworld.Start).Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(provider)
	t.Cleanup(func() { server.Close(); provider.Close() })
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		good := run(t, provider, of(provider, server.URL), db, 0)
		if good.killed || !good.confirmed {
			t.Fatalf("the good run: %+v", good)
		}
		t.Logf("%d points", good.points)
		if good.points < fewest {
			t.Fatalf("only %d points: %v", good.points, good.names)
		}
		saved := 0
		for at := 1; at <= good.points; at++ {
			t.Run(fmt.Sprintf("%s killed at point %d, %s: one charge or none, and the visitor is told which", rows, at, good.names[at-1]), func(t *testing.T) {
				fresh := storetest.SQLite(t)
				if db.Name == "PostgreSQL" {
					fresh = storetest.PostgreSQL(t)
				}
				end := run(t, provider, of(provider, server.URL), fresh, at)
				if !end.killed {
					t.Fatal("it lived on")
				}
				if end.confirmed {
					saved++
				}
			})
		}
		if saved == 0 {
			t.Error("no killed server's payment was ever saved")
		}
	})
}

// ending is the result of a run.
type ending struct {
	killed, confirmed bool
	points            int
	names             []string
}

// run lets a child process make a booking, kills it at a point, starts a new
// server on its database, and checks that nothing is lost or done twice.
func run(t *testing.T, provider *simulator.Simulator, s script, db storetest.Database, killAt int) ending {
	t.Helper()
	dir := t.TempDir()
	s.Source, s.Visitor, s.Key = db.Source, testworld.Visitor(), "0199a1b2-0000-7000-8000-000000000001"
	s.Emails, s.Points, s.KillAt, s.Now = dir, filepath.Join(t.TempDir(), "points"), killAt, testworld.Start
	prepare(t, db)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "-test.run=^TestCrashChild$")
	child.Env = append(os.Environ(), scriptEnv+"="+string(text))
	output, err := child.CombinedOutput()
	var end ending
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		end.killed = true
	} else if err != nil {
		t.Fatalf("the child: %v\n%s", err, output)
	}
	log, err := os.ReadFile(s.Points)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		end.points++
		end.names = append(end.names, name)
	}
	end.confirmed = takeOver(t, provider, s)
	return end
}

// prepare publishes the test world's units in a new database.
func prepare(t *testing.T, db storetest.Database) {
	t.Helper()
	first, err := store.Open(context.Background(), db.Source, testworld.NewClock(testworld.Start).Now)
	if err != nil {
		t.Fatal(err)
	}
	testworld.Publish(t, first, testworld.Price)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
}

// takeOver starts a new server on the child's database, advances the clock, and
// returns whether the booking was confirmed.
func takeOver(t *testing.T, provider *simulator.Simulator, s script) (confirmed bool) {
	t.Helper()
	ctx := context.Background()
	w := live(t, s, s.Now.Add(time.Second))
	for range 24 {
		w.Tick()
		w.Clock.Advance(5 * time.Minute)
	}
	b, attempts := left(t, w)
	confirmed = b.State == booking.Confirmed
	var charged, dangling int
	for _, o := range provider.Ledger() {
		if !slices.ContainsFunc(attempts, func(a payment.Attempt) bool { return a.OrderCode == o.Code }) {
			continue
		}
		if o.Captured > o.Refunded {
			charged++
			want(t, "the charge", o.Captured, int64(testworld.Price))
		}
		if o.State == "AUTHORISED" {
			dangling++
		}
	}
	for _, o := range provider.WalletLedger() {
		if o.Net() != 0 && slices.ContainsFunc(attempts, func(a payment.Attempt) bool { return a.OrderCode == o.Code }) {
			charged++
			want(t, "the charge", o.Net(), int64(testworld.Price))
		}
	}
	emails, err := os.ReadDir(s.Emails)
	if err != nil {
		t.Fatal(err)
	}
	one := 0
	if confirmed {
		one = 1
		want(t, "paid", b.AmountPaid, testworld.Price)
	} else if b.Ref != "" {
		want(t, "a booking without payment", b.State, booking.Expired)
	}
	want(t, "charges", charged, one)
	want(t, "authorisations left hanging", dangling, 0)
	want(t, "units taken", w.Taken("last"), one)
	want(t, "e-mails", len(emails), one)
	for _, a := range attempts {
		answer, err := w.Payments.Status(ctx, s.Visitor, a.ID, b.Ref)
		if confirmed {
			want(t, "the visitor reads", answer.Status, payment.StatusAuthorised)
		} else {
			want(t, "the visitor reads", codeOf(t, err), booking.PaymentRefused)
		}
	}
	return confirmed
}

// left reads the booking and attempts in the child's database; nothing when the
// child was killed before its first commit.
func left(t *testing.T, w *testworld.World) (b booking.Booking, attempts []payment.Attempt) {
	t.Helper()
	var ref string
	err := w.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT ref FROM booking").Scan(&ref)
	})
	if errors.Is(err, store.ErrNotFound) {
		return b, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	o := state(t, w, ref)
	if err := o.Audit(); err != nil {
		t.Error(err)
	}
	return o.Booking, o.Attempts
}
