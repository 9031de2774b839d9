package simulator_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/worldpay"
)

var now = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// open starts a provider with the state in a directory.
func open(t *testing.T, dir string) (*simulator.Simulator, string) {
	t.Helper()
	s, err := simulator.New(simulator.Options{Dir: dir, Clock: clock, Slow: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() { server.Close(); s.Close() })
	return s, server.URL
}

func order(t *testing.T, c worldpay.Config, code, card, name string) payment.Order {
	t.Helper()
	jwe, err := simulator.EncryptCard(c.PublicKey, card, "123", "12", "2030", name)
	if err != nil {
		t.Fatal(err)
	}
	return payment.Order{Code: code, Description: "Deposit", Amount: 4900, EncryptedData: jwe, SessionID: "s", Email: "jo@example.test",
		Billing: payment.Address{Line1: "3 Gull Row", Town: "Scarborough", Postcode: "YO11 2AB", Country: "CNUK"}}
}

func TestWhatTheProviderChecks(t *testing.T) {
	s, base := open(t, t.TempDir())
	account := s.Account(base)
	ctx := t.Context()
	good := order(t, account, "A-01", "4444333322221111", "Jo")
	for name, c := range map[string]struct {
		change func(*worldpay.Config, *payment.Order)
		code   string
	}{
		"another merchant": {func(c *worldpay.Config, _ *payment.Order) { c.MerchantCode = "OTHER" }, "4"},
		"no amount":        {func(_ *worldpay.Config, o *payment.Order) { o.Amount = 0 }, "3"},
		"a broken card": {func(_ *worldpay.Config, o *payment.Order) {
			o.EncryptedData = o.EncryptedData[:len(o.EncryptedData)-9] + "AAAAAAAAA"
		}, "7"},
		"no JWE":      {func(_ *worldpay.Config, o *payment.Order) { o.EncryptedData = "4444333322221111" }, "7"},
		"a real card": {func(c *worldpay.Config, o *payment.Order) { *o = order(t, *c, "A-01", "4000056655665556", "Jo") }, "7"},
	} {
		config, o := account, good
		c.change(&config, &o)
		if r, err := worldpay.New(config).Authorise(ctx, o); err != nil || r.Code != c.code {
			t.Errorf("%s: got %+v, %v", name, r, err)
		}
	}
	wrong := account
	wrong.Password = "guess"
	if r, err := worldpay.New(wrong).Authorise(ctx, good); !errors.Is(err, payment.ErrDeclined) {
		t.Errorf("a wrong password: got %+v, %v", r, err)
	}
	if len(s.Ledger()) != 0 {
		t.Errorf("the books hold %v", s.Ledger())
	}
	client := worldpay.New(account)
	if r, err := client.Authorise(ctx, good); err != nil || r.Event != payment.EventAuthorised || r.Amount != 4900 {
		t.Fatalf("got %+v, %v", r, err)
	}
	if r, err := client.Authorise(ctx, good); err != nil || r.Event != payment.EventDuplicate {
		t.Errorf("the same order again: %+v, %v", r, err)
	}
	if client.Refund(ctx, payment.Handle{OrderCode: "A-01"}, "r", 4900) == nil || client.Capture(ctx, payment.Handle{OrderCode: "A-01", Amount: 4901}) == nil {
		t.Error("a refund before the capture, or a capture of more than was authorised, went through")
	}
	if err := client.Capture(ctx, payment.Handle{OrderCode: "A-01", Amount: 4900}); err != nil {
		t.Fatal(err)
	}
	if client.Capture(ctx, payment.Handle{OrderCode: "A-01", Amount: 4900}) == nil || client.Cancel(ctx, payment.Handle{OrderCode: "A-01"}) == nil || client.Refund(ctx, payment.Handle{OrderCode: "A-01"}, "r", 4901) == nil {
		t.Error("a second capture, a cancel after it or too big a refund went through")
	}
	if err := client.Refund(ctx, payment.Handle{OrderCode: "A-01"}, "r", 4900); err != nil {
		t.Error(err)
	}
}

func TestElementOrder(t *testing.T) {
	s, base := open(t, t.TempDir())
	account := s.Account(base)
	send := func(body string) string {
		req, err := http.NewRequest("POST", account.XMLURL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth(account.User, account.Password)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	head := `<!DOCTYPE paymentService PUBLIC "-//WorldPay//DTD WorldPay PaymentService v1//EN" "http://dtd.worldpay.com/paymentService_v1.dtd">`
	body := `<paymentService version="1.4" merchantCode="` + account.MerchantCode + `"><submit><order orderCode="A"><amount value="1" currencyCode="GBP" exponent="2"/><description>x</description></order></submit></paymentService>`
	if got := send(head + body); !strings.Contains(got, `error code="2"`) {
		t.Errorf("an element out of order: %s", got)
	}
	if got := send(body); !strings.Contains(got, `error code="2"`) {
		t.Errorf("no document type: %s", got)
	}
}

func TestTheProviderKeepsItsStateOverARestart(t *testing.T) {
	dir := t.TempDir()
	s, base := open(t, dir)
	account := s.Account(base)
	r, err := worldpay.New(account).Authorise(t.Context(), order(t, account, "A-01", "4000000000001091", "Jo"))
	if err != nil || r.Event != payment.EventChallenged {
		t.Fatalf("got %+v, %v", r, err)
	}
	again, base := open(t, dir)
	if again.Account(base).PublicKey != account.PublicKey {
		t.Error("a new key")
	}
	client := worldpay.New(again.Account(base))
	if r, err := client.Inquire(t.Context(), payment.Handle{OrderCode: "A-01"}); err != nil || r.Event != payment.EventNotFound {
		t.Errorf("an order in its challenge is not a payment yet: %+v, %v", r, err)
	}
	if r, err := client.Complete(t.Context(), "A-01", "s", "machine=other"); err != nil || r.Event != payment.EventAuthenticationFailed {
		t.Errorf("without its cookie: %+v, %v", r, err)
	}
	if r, err := client.Complete(t.Context(), "A-01", "s", r.Stickiness); err != nil || r.Event != payment.EventAuthenticationFailed {
		t.Errorf("before the visitor decided: %+v, %v", r, err)
	}
}

func TestPages(t *testing.T) {
	s, base := open(t, t.TempDir())
	account := s.Account(base)
	client := worldpay.New(account)
	c, err := client.Collection(now)
	if err != nil {
		t.Fatal(err)
	}
	post := func(to string, form url.Values) (int, string) {
		resp, err := http.PostForm(to, form)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(text)
	}
	if status, page := post(c.URL, url.Values{"JWT": {c.JWT}, "Bin": {"444433"}}); status != 200 || !strings.Contains(page, "profile.completed") {
		t.Errorf("data collection: %d %s", status, page)
	}
	for name, jwt := range map[string]string{"none": "", "changed": c.JWT + "x"} {
		if status, _ := post(c.URL, url.Values{"JWT": {jwt}, "Bin": {"444433"}}); status != 400 {
			t.Errorf("data collection with a JWT that is %s: %d", name, status)
		}
	}
	old, err := client.Collection(now.Add(-3 * time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if status, _ := post(c.URL, url.Values{"JWT": {old.JWT}, "Bin": {"444433"}}); status != 400 {
		t.Errorf("an expired JWT: %d", status)
	}
	post(base+"/sim/control", url.Values{"fault": {"SIM_DDC_SILENT"}})
	if _, page := post(c.URL, url.Values{"JWT": {c.JWT}, "Bin": {"444433"}}); page != "" {
		t.Errorf("a silent data collection says %s", page)
	}
	r, err := client.Authorise(t.Context(), order(t, account, "A-01", "4000000000001091", "Jo"))
	if err != nil {
		t.Fatal(err)
	}
	to, jwt, err := client.ChallengeForm(r.Challenge, "https://site.example/back", now)
	if err != nil {
		t.Fatal(err)
	}
	if status, page := post(to, url.Values{"JWT": {jwt}, "MD": {`"><b>`}}); status != 200 ||
		!strings.Contains(page, "TEST BANK") || !strings.Contains(page, "£49.00") || strings.Contains(page, "<b>") {
		t.Errorf("challenge: %d %s", status, page)
	}
	r.Challenge.TransactionID = "other"
	_, jwt, _ = client.ChallengeForm(r.Challenge, "https://site.example/back", now)
	if status, _ := post(to, url.Values{"JWT": {jwt}, "MD": {"m"}}); status != 400 {
		t.Errorf("a challenge that is not known: %d", status)
	}
}

func TestNotifications(t *testing.T) {
	s, base := open(t, t.TempDir())
	account := s.Account(base)
	var mu sync.Mutex
	var seen []string
	got := make(chan struct{}, 10)
	merchant := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n, err := worldpay.New(account).ParseNotification(r.Context(), r.Header, body)
		code := n.OrderCode
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		seen = append(seen, code)
		first := len(seen) == 1
		mu.Unlock()
		if first {
			w.WriteHeader(http.StatusInternalServerError) // so it must be sent again
			return
		}
		_, _ = io.WriteString(w, "[OK]")
		got <- struct{}{}
	}))
	t.Cleanup(merchant.Close)
	if err := s.NotifyAt(merchant.URL); err != nil {
		t.Fatal(err)
	}
	client := worldpay.New(account)
	for _, o := range []payment.Order{order(t, account, "A-01", "4444333322221111", "Jo"), order(t, account, "B-01", "4444333322221111", "SIM_NOTIFY_TWICE")} {
		if _, err := client.Authorise(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		select {
		case <-got:
		case <-time.After(20 * time.Second):
			t.Fatal("a notification did not come")
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if strings.Join(seen, " ") != "A-01 A-01 B-01 B-01" {
		t.Errorf("they came as %v", seen)
	}
}

// While the disk is full, the provider does not answer. Afterwards it
// continues.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	s, base := open(t, dir)
	account := s.Account(base)
	client := worldpay.New(account)
	ctx := t.Context()
	// A directory at the path of the new state file makes writing it fail.
	blocked := filepath.Join(dir, "card-provider.json.new")
	if err := os.Mkdir(blocked, 0o700); err != nil {
		t.Fatal(err)
	}
	if r, err := client.Authorise(ctx, order(t, account, "F-01", "4444333322221111", "Jo")); err == nil {
		t.Errorf("without a disk: %+v", r)
	}
	if _, err := client.Complete(ctx, "F-01", "s", ""); err != nil && ctx.Err() != nil {
		t.Fatal("the provider hangs")
	}
	if s.NotifyAt("https://merchant.example/card") == nil || s.WebhooksAt(base, "https://merchant.example/wallet") == nil {
		t.Error("addresses that cannot be stored are taken")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if r, err := client.Authorise(ctx, order(t, account, "F-02", "4444333322221111", "Jo")); err != nil || r.Event != payment.EventAuthorised {
		t.Errorf("with room again: %+v, %v", r, err)
	}
	again, _ := open(t, dir)
	if len(again.Ledger()) != 2 {
		t.Errorf("the books hold %v", again.Ledger())
	}
}

// Close ends calls that simulate a provider which never answers.
func TestCloseEndsHangingCalls(t *testing.T) {
	s, err := simulator.New(simulator.Options{Dir: t.TempDir(), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	defer server.Close()
	account := s.Account(server.URL)
	called, hanging := make(chan error, 1), order(t, account, "H-01", "4444333322221111", "SIM_TIMEOUT_AFTER")
	go func() {
		_, err := worldpay.New(account).Authorise(t.Context(), hanging)
		called <- err
	}()
	for len(s.Ledger()) == 0 { // the call hangs once its order is in the ledger
		runtime.Gosched()
	}
	s.Close()
	if err := <-called; err == nil {
		t.Error("an empty answer was read as one")
	}
}
