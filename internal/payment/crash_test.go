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
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// The crash tests find their points themselves: a child process goes through a
// story (crashstories_test.go) and records a point before every commit, message to
// the provider and e-mail. Then another child is killed at each of these, and a new
// server takes over its database. The provider runs in this process, so it survives.
//
// Nothing lasting happens between the end of one of these and the beginning of the
// next, so a process that is killed after one leaves what one leaves that is killed
// before the next.

// script is what a child process needs.
type script struct {
	Story   string // its name
	On      storetest.Database
	Account worldpay.Config
	Wallet  paypal.Config
	Visitor booking.Visitor
	Emails  string // folder of e-mails
	Points  string // file to which points are written
	KillAt  int    // 0: never
}

const scriptEnv = "HOLIDAYMAKER_CRASH_SCRIPT"

// points counts the points at which a child may be killed.
type points struct {
	mu     sync.Mutex
	clock  *testworld.Clock
	log    *os.File
	killAt int
	n      int
	on     bool // whether the story has begun
	done   bool // whether something lasting was done since the last point
}

// begin starts counting.
func (p *points) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.on, p.done = true, true
}

// before passes a point before something lasting is done, unless nothing was done
// since the last one.
func (p *points) before(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on || !p.done {
		return
	}
	p.n, p.done = p.n+1, false
	fmt.Fprintf(p.log, "%d %s\n", p.clock.Now().UnixMilli(), what)
	if p.n == p.killAt {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // wait for the signal that kills this process
	}
}

// after notes that something lasting was done.
func (p *points) after() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
}

// watchedStore passes a point before every commit.
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
			p.before("a commit")
		}
		return err
	})
	if err == nil {
		p.after()
	}
	return err
}

// watchedOutbox passes a point before every change of a job.
type watchedOutbox struct {
	outbox.Store
	points *points
}

func (o watchedOutbox) Lease(ctx context.Context, kinds []string, limit int, lease time.Duration) ([]outbox.Job, error) {
	o.points.before("jobs are leased")
	jobs, err := o.Store.Lease(ctx, kinds, limit, lease)
	if len(jobs) > 0 {
		o.points.after()
	}
	return jobs, err
}

func (o watchedOutbox) Done(ctx context.Context, id string) error {
	o.points.before("a job is ended")
	defer o.points.after()
	return o.Store.Done(ctx, id)
}

func (o watchedOutbox) Retry(ctx context.Context, id string, pause time.Duration) error {
	o.points.before("a job is put off")
	defer o.points.after()
	return o.Store.Retry(ctx, id, pause)
}

// timeHeader has the time of the process that calls the provider, whose clock
// follows it.
const timeHeader = "Time-Of-The-Test"

// watchedProvider passes a point before every message.
type watchedProvider struct {
	points  *points
	clock   *testworld.Clock
	answers *deaf // may lose them
}

func (w watchedProvider) RoundTrip(r *http.Request) (*http.Response, error) {
	w.points.before("a message to the provider")
	defer w.points.after()
	r.Header.Set(timeHeader, strconv.FormatInt(w.clock.Now().UnixMilli(), 10))
	return w.answers.RoundTrip(r)
}

// following sets a provider's clock to the time of each message.
func following(clock *testworld.Clock, provider http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if at, err := strconv.ParseInt(r.Header.Get(timeHeader), 10, 64); err == nil {
			catchUp(clock, time.UnixMilli(at))
		}
		provider.ServeHTTP(w, r)
	})
}

// catchUp sets a clock that is behind a time to that time.
func catchUp(clock *testworld.Clock, to time.Time) {
	if behind := to.Sub(clock.Now()); behind > 0 {
		clock.Advance(behind)
	}
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
	clock := testworld.NewClock(testworld.Start)
	p := &points{clock: clock, killAt: s.KillAt, log: log}
	s.Account.Transport = watchedProvider{p, clock, &deaf{}}
	s.Wallet.Transport = s.Account.Transport
	w := live(t, s, clock, func(b *booking.Config, c *payment.Config) {
		b.Store = watchedBookings{b.Store, p}
		c.Store = watchedStore{c.Store, p}
	})
	email := emailInto(s.Emails)
	w.Outbox = outbox.New(outbox.Config{Store: watchedOutbox{oneByOne{w.Store.Outbox()}, p}, Kinds: testworld.Kinds(w.Payments, func(ctx context.Context, job outbox.Job) error {
		p.before("an e-mail is sent")
		defer p.after()
		return email(ctx, job)
	})})
	stories[slices.IndexFunc(stories, func(told story) bool { return told.name == s.Story })].run(&paying{T: t, World: w, v: s.Visitor}, p)
}

// live starts a server on the database of a script.
func live(t *testing.T, s script, clock *testworld.Clock, options ...testworld.Option) *testworld.World {
	t.Helper()
	w := &testworld.World{T: t, Clock: clock, Account: s.Account, Wallet: s.Wallet, Browser: s.Account.Transport}
	w.Store = s.On.Open(t, clock.Now)
	w.Bookings, w.Payments, w.Outbox = testworld.Services(w.Store, s.Account, s.Wallet, clock.Now, emailInto(s.Emails), options...)
	return w
}

// emailInto writes an e-mail to a file named by its job, as the mailer does.
func emailInto(dir string) outbox.Handler {
	return func(_ context.Context, job outbox.Job) error {
		text, err := json.Marshal(job)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, job.ID), text, 0o600)
	}
}

func TestKilledServers(t *testing.T) {
	template := testworld.NewTemplate(t)
	for _, told := range stories {
		t.Run(told.name, func(t *testing.T) {
			t.Parallel()
			t.Run("SQLite", func(t *testing.T) { told.killedAtEachPoint(t, template, template.SQLite(t)) })
			t.Run("PostgreSQL", func(t *testing.T) { told.killedAtEachPoint(t, template, template.PostgreSQL(t)) })
		})
	}
}

// killedAtEachPoint makes a good run of a story, and then one that is killed at each
// of its points, each on a copy of a database.
//
// What a server that takes over finds is decided by the rows that are there, so all
// points are tried on SQLite. How PostgreSQL ends the transactions and locks of a killed
// process depends on the kind of point: the first of each kind is tried there, and all
// points of the stories whose answers PostgreSQL commits in another way, and of those in
// which money that was taken is released or goes back.
func (told story) killedAtEachPoint(t *testing.T, template testworld.Template, db storetest.Database) {
	good := told.inChild(t, template, db.Copy(t), 0)
	best := told.ends[len(told.ends)-1]
	if good.killed || good.end != best {
		t.Fatalf("the good run: %+v, want %+v", good, best)
	}
	t.Logf("%d points", len(good.points))
	if len(good.points) < told.fewest {
		t.Fatalf("only %d points: %v", len(good.points), good.points)
	}
	everywhere := db.Name == "SQLite" || told.everywhere || storetest.All()
	tried := map[string]bool{}
	saved := false
	for i, what := range good.points {
		if tried[what] && !everywhere {
			continue
		}
		tried[what] = true
		t.Run(fmt.Sprintf("%s killed at point %d, before %s", told.rows, i+1, what), func(t *testing.T) {
			got := told.inChild(t, template, db.Copy(t), i+1)
			if !got.killed {
				t.Fatal("it lived on")
			}
			if !slices.Contains(told.ends, got.end) {
				t.Errorf("it ended as %+v, want one of %+v", got.end, told.ends)
			}
			saved = saved || got.end == best
		})
	}
	if !saved && everywhere {
		t.Errorf("no killed server's story ended as %+v", best)
	}
}

// outcome is what became of a child.
type outcome struct {
	killed bool
	points []string // what each is before
	end    ending
}

// inChild lets a child process go through the story, kills it at a point, starts a
// new server on its database, and checks that nothing is lost or done twice.
func (told story) inChild(t *testing.T, template testworld.Template, db storetest.Database, killAt int) outcome {
	t.Helper()
	clock := testworld.NewClock(testworld.Start)
	provider := template.Provider(t, simulator.Options{Clock: clock.Now})
	server := httptest.NewServer(following(clock, provider))
	t.Cleanup(server.Close)
	s := script{Story: told.name, On: db, Account: provider.Account(server.URL), Wallet: provider.WalletAccount(server.URL),
		Visitor: testworld.Visitor(), Emails: t.TempDir(), Points: filepath.Join(t.TempDir(), "points"), KillAt: killAt}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "-test.run=^TestCrashChild$")
	child.Env = append(os.Environ(), scriptEnv+"="+string(text))
	output, err := child.CombinedOutput()
	var got outcome
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		got.killed = true
	} else if err != nil {
		t.Fatalf("the child: %v\n%s", err, output)
	}
	log, err := os.ReadFile(s.Points)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		at, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		ms, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		catchUp(clock, time.UnixMilli(ms))
		got.points = append(got.points, what)
	}
	clock.Advance(time.Second)
	w := live(t, s, clock)
	w.Provider, w.Emails = provider, &testworld.Emails{}
	got.end = told.takenOver(&paying{T: t, World: w, v: s.Visitor}, s.Emails)
	return got
}

// takenOver is what the story comes to on a new server: people repeat what they got
// no answer to, and time passes. It checks everything that must agree then.
func (told story) takenOver(p *paying, emails string) ending {
	p.Helper()
	if told.command != nil {
		p.view.Ref = onlyRef(p.T, p.World)
		if len(state(p.T, p.World, p.view.Ref).Actions) == 0 {
			if err := told.command(p); err != nil {
				p.Fatal(err)
			}
		}
	}
	p.Tick()
	runLoopsAfter(p.World, days...)
	runLoopsAfter(p.World, aDay...)
	sent, err := os.ReadDir(emails)
	if err != nil {
		p.Fatal(err)
	}
	for _, file := range sent {
		var job outbox.Job
		text, err := os.ReadFile(filepath.Join(emails, file.Name()))
		if err == nil {
			err = json.Unmarshal(text, &job)
		}
		if err == nil {
			err = p.Emails.Take(context.Background(), job)
		}
		if err != nil {
			p.Fatal(err)
		}
	}
	books{t: p.T, World: p.World}.check()
	ref := onlyRef(p.T, p.World)
	if ref == "" {
		return ending{}
	}
	o := state(p.T, p.World, ref)
	end := ending{State: o.Booking.State, Paid: o.Booking.AmountPaid}
	if len(o.Attempts) > 0 {
		end.Reads = p.reads(ref, o.Attempts[len(o.Attempts)-1])
	}
	return end
}

// reads is what the visitor reads about an attempt: its status, or the code of the
// failure.
func (p *paying) reads(ref string, a payment.Attempt) string {
	p.Helper()
	if a.Link != "" {
		ref = p.Payments.LinkToken(a.Link)
	}
	answer, err := p.Payments.Status(context.Background(), p.v, a.ID, ref)
	if err != nil {
		return string(codeOf(p.T, err))
	}
	return string(answer.Status)
}

// onlyRef is the reference of the visitor's booking, or "" if the child was killed
// before its first commit.
func onlyRef(t *testing.T, w *testworld.World) (ref string) {
	t.Helper()
	err := w.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT ref FROM booking").Scan(&ref)
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return ref
}
