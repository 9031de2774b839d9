package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/server"
)

// clock is the servers' clock in tests: the time of the run plus a shift.
type clock struct{ shift atomic.Int64 }

func (c *clock) now() time.Time { return testclock.Now().Add(time.Duration(c.shift.Load())) }

func (c *clock) advance(d time.Duration) { c.shift.Add(int64(d)) }

// running is a running server with its log.
type running struct {
	*server.Server
	clock *clock
	dir   string
	log   *logBuffer
	stop  func()
}

// logBuffer collects what a server logs.
type logBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *logBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// start runs a server on port 0 with the small demo until the test ends.
func start(t testing.TB, change ...func(*server.Config)) *running {
	t.Helper()
	r, err := launch(t.TempDir(), change...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.stop()
		if t.Failed() {
			log := r.log.String()
			t.Logf("the end of the server's log: …%s", log[max(0, len(log)-8000):])
		}
	})
	return r
}

func launch(dir string, change ...func(*server.Config)) (*running, error) {
	r := &running{clock: &clock{}, dir: dir, log: &logBuffer{}}
	config := server.Config{Addr: "127.0.0.1:0", MetricsAddr: "127.0.0.1:0", Data: dir, Demo: true, DemoParks: 40, Clock: r.clock.now, Log: r.log}
	server.RenderPatiently(&config)
	for _, set := range change {
		set(&config)
	}
	if err := fill(config); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := server.New(ctx, config)
	if err != nil {
		cancel()
		return nil, err
	}
	r.Server = s
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	var once sync.Once
	r.stop = func() {
		once.Do(func() {
			cancel()
			if err := errors.Join(<-done, s.Close()); err != nil {
				fmt.Fprintln(os.Stderr, "stop the server:", err)
			}
		})
	}
	return r, nil
}

// shared is the server for tests that change nothing on which other tests
// depend.
var shared struct {
	once sync.Once
	*running
	err error
}

func site(t *testing.T) *running {
	t.Helper()
	shared.once.Do(func() {
		dir, err := os.MkdirTemp("", "holidaymaker-test-") //nolint:usetesting // it outlives the first test
		if err == nil {
			shared.running, err = launch(dir, func(c *server.Config) { c.PayLinks = 14 })
		}
		shared.err = err
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.running
}

func TestMain(m *testing.M) {
	_ = os.Setenv("ARI_PASSWORD", ariPassword) // before tests run at once
	_ = os.Setenv("TEST_HOTEL_ADS", adSecret)
	code := m.Run()
	if shared.running != nil {
		shared.stop()
		_ = os.RemoveAll(shared.dir)
	}
	removeDemoData()
	os.Exit(code)
}

// visitor is a client that keeps cookies, like a browser.
type visitor struct {
	t       testing.TB
	base    string
	cookies map[string]string
	headers map[string]string
}

func (r *running) visitor(t testing.TB) *visitor {
	return &visitor{t: t, base: r.URL(), cookies: map[string]string{}, headers: map[string]string{}}
}

// reply is an answer of the server.
type reply struct {
	status int
	header http.Header
	body   []byte
	json   map[string]any
}

// seenCodes collects every error code of every answer in this test run.
var seenCodes sync.Map

func (v *visitor) do(method, path string, body io.Reader, kind string) reply {
	v.t.Helper()
	request, err := http.NewRequest(method, v.base+path, body)
	if err != nil {
		v.t.Fatal(err)
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	for name, value := range v.headers {
		request.Header.Set(name, value)
	}
	for name, value := range v.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	for _, cookie := range response.Cookies() {
		v.cookies[cookie.Name] = cookie.Value
	}
	got := reply{status: response.StatusCode, header: response.Header}
	if got.body, err = io.ReadAll(response.Body); err != nil {
		v.t.Fatal(err)
	}
	if strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
		_ = json.Unmarshal(got.body, &got.json) // bare lists stay in body
	}
	for _, code := range got.codes() {
		seenCodes.Store(code, got.status)
	}
	return got
}

func (v *visitor) get(path string, query ...string) reply {
	v.t.Helper()
	if len(query) > 0 {
		path += "?" + pairs(query).Encode()
	}
	return v.do("GET", path, nil, "")
}

// post sends a form as multipart/form-data, as our front end does.
func (v *visitor) post(path string, form ...string) reply {
	v.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, values := range pairs(form) {
		if err := w.WriteField(name, values[0]); err != nil {
			v.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		v.t.Fatal(err)
	}
	return v.do("POST", path, &body, w.FormDataContentType())
}

func (v *visitor) postEncoded(path string, form ...string) reply {
	v.t.Helper()
	return v.do("POST", path, strings.NewReader(pairs(form).Encode()), "application/x-www-form-urlencoded")
}

func pairs(list []string) url.Values {
	values := url.Values{}
	for i := 0; i+1 < len(list); i += 2 {
		values.Set(list[i], list[i+1])
	}
	return values
}

// codes returns the error codes of an answer.
func (r reply) codes() (codes []string) {
	list, _ := r.json["errors"].([]any)
	for _, one := range list {
		if entry, ok := one.(map[string]any); ok {
			codes = append(codes, fmt.Sprint(entry["code"]))
		}
	}
	return codes
}

// at returns the value at a path in an answer's data, such as "results", 0,
// "price".
func (r reply) at(path ...any) any {
	var value any = r.json["data"]
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

func (r reply) text(path ...any) string {
	text, _ := r.at(path...).(string)
	return text
}

func (r reply) list(path ...any) []any {
	list, _ := r.at(path...).([]any)
	return list
}

// ok fails the test unless the answer is a success.
func (r reply) ok(t testing.TB) reply {
	t.Helper()
	if r.status != http.StatusOK || r.json == nil || r.json["success"] != float64(1) {
		t.Fatalf("status %d: %.400s", r.status, r.body)
	}
	return r
}

// refused fails the test unless the answer is a failure with a code.
func (r reply) refused(t testing.TB, status int, code string) reply {
	t.Helper()
	codes := r.codes()
	if r.status != status || r.json["success"] != float64(0) || len(codes) == 0 || codes[0] != code {
		t.Fatalf("got status %d: %.300s, want %d %s", r.status, r.body, status, code)
	}
	return r
}

// unit is an offer from park results.
type unit struct {
	park, id, price, date, unitType string
	left                            int
}

// units returns what a park sells in the months around a date.
func (v *visitor) units(park string, query ...string) (units []unit) {
	v.t.Helper()
	got := v.get("/api/parkresults", append([]string{"parkId", park}, query...)...).ok(v.t)
	dates, _ := got.at("results").(map[string]any)
	for day, byNights := range dates {
		for _, list := range byNights.(map[string]any) {
			for _, one := range list.([]any) {
				u := one.(map[string]any)
				units = append(units, unit{park, u["unitId"].(string), u["unitPrice"].(string), day, u["unitType"].(string), int(u["unitsLeft"].(float64))})
			}
		}
	}
	slices.SortFunc(units, func(a, b unit) int { return strings.Compare(a.id, b.id) })
	return units
}

// hold starts a booking and returns the answer.
func (v *visitor) hold(u unit) reply {
	v.t.Helper()
	return v.get("/api/book", "unitId", u.id, "searchId", "0", "adults", "2", "children", "0", "under5s", "0", "partySize", "2", "petFriendly", "N")
}

// person is the person who books in tests. No log or metric may contain any of
// these texts.
var person = []string{
	"title", "Ms", "forename", "Wilhelmina", "surname", "Quackenbush", "dob", "03/07/1985", "email", "wilhelmina@mail.example",
	"telephone", "0131 496 0000", "address1", "3 Gannet Row", "town", "Scarborough", "county", "North Yorkshire",
	"postcode", "YO11 2AB", "country", "CNUK", "emailOpt", "Y", "smsOpt", "N", "thirdOpt", "N",
}

// details enters contact and party.
func (v *visitor) details(ref string) {
	v.t.Helper()
	v.post("/api/setuserdetails", append([]string{"bookId", ref}, person...)...).ok(v.t)
	v.post("/api/setpartydetails", "bookId", ref, "onlyBooking", "N",
		"type1", "adult", "title1", "Ms", "initial1", "W", "lastName1", "Quackenbush", "age1", "41",
		"type2", "adult", "title2", "Mr", "initial2", "S", "lastName2", "Quackenbush", "age2", "40").ok(v.t)
}

var keys atomic.Int64

// idempotencyKey returns a new UUID for an attempt.
func idempotencyKey() string {
	return fmt.Sprintf("00000000-0000-4000-8000-%012d", keys.Add(1))
}

// prepay records an attempt to pay the amount that getdeposit returns.
func (v *visitor) prepay(ref, option, method string) reply {
	v.t.Helper()
	quote := v.get("/api/getdeposit", "bookId", ref).ok(v.t)
	amount := quote.text("quote", "payNowFull")
	if option == "deposit" {
		amount = quote.text("quote", "payNowDeposit")
	}
	return v.post("/api/prepayment", "bookId", ref, "paymentOption", option, "paymentMethod", method,
		"expectedAmount", amount, "quoteHash", quote.text("quote", "hash"), "idempotencyKey", idempotencyKey())
}

// The simulator's test cards (docs/demo.md).
const (
	plainCard      = "4444333322221111"
	challengedCard = "4000000000001091"
	unprovenCard   = "4000000000001018"
)

// authorise pays a recorded attempt by card.
func (v *visitor) authorise(ref string, prepared reply, number, name string) reply {
	v.t.Helper()
	encrypted, err := simulator.EncryptCard(prepared.text("worldpay", "csePublicKey"), number, "123", "12", fmt.Sprint(testclock.Now().Year()+2), name)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.post("/api/postpayment", "bookId", ref, "paymntRecId", prepared.text("paymntRecId"), "action", "authorise",
		"encryptedData", encrypted, "windowSize", "390x400", "dfReferenceId", "test")
}

// settled polls until a payment is no longer pending.
func (v *visitor) settled(ref string, prepared, got reply) reply {
	v.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); got.text("status") == "pending" && time.Now().Before(deadline); {
		got = v.post("/api/postpayment", "bookId", ref, "paymntRecId", prepared.text("paymntRecId"), "action", "status")
	}
	return got
}

// buy books a unit and pays it with an ordinary card.
func (v *visitor) buy(u unit, option string) (ref string) {
	v.t.Helper()
	ref = v.hold(u).ok(v.t).text("booking", "bookId")
	v.details(ref)
	prepared := v.prepay(ref, option, "worldpay").ok(v.t)
	got := v.settled(ref, prepared, v.authorise(ref, prepared, plainCard, "W Quackenbush")).ok(v.t)
	if got.text("confirmationId") != ref {
		v.t.Fatalf("paid, but not confirmed: %s", got.body)
	}
	return ref
}

// nextJune returns the middle of the next June around which, from May on, every stay can be
// booked with a deposit, as requests name it: it is at least 84 days until May.
func nextJune() string { return fmt.Sprintf("15/06/%d", testclock.Now().AddDate(0, 11, 0).Year()) }

// juneUnits returns the units for two adults that a park of the demo sells in
// next June.
func (v *visitor) juneUnits(park string) []unit {
	v.t.Helper()
	june := nextJune()
	units := v.units(park, "date", june, "adults", "2")
	if len(units) == 0 {
		v.t.Fatalf("park %s sells nothing around %s", park, june)
	}
	return units
}

// insecureClient returns a client that accepts any certificate.
func insecureClient() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
}
