package server_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

const click = "1001_1772442000_0123456789abcdef0123456789abcdef"

// otherClick is a click of a visitor whom another advertiser has paid for.
var otherClick = strings.Replace(click, "1001", "1002", 1)

// network stands for the affiliate network. It records each report of a sale and
// answers with the next status of answers, then with 200.
type network struct {
	*httptest.Server
	mu      sync.Mutex
	reports []url.Values
	answers []int
	hold    chan struct{} // no request is answered until it is closed
}

func newNetwork(t *testing.T, answers ...int) *network {
	n := &network{answers: answers, hold: make(chan struct{})}
	n.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-n.hold:
		case <-r.Context().Done():
			return
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		if r.Method != http.MethodGet || r.URL.Path != "/sread.php" || r.Header.Get("Cookie") != "" {
			t.Errorf("the network was asked %s %s with cookies %q", r.Method, r.URL.Path, r.Header.Get("Cookie"))
		}
		n.reports = append(n.reports, r.URL.Query())
		if len(n.answers) > 0 {
			w.WriteHeader(n.answers[0])
			n.answers = n.answers[1:]
		}
	}))
	t.Cleanup(n.Close)
	return n
}

func (n *network) seen() []url.Values {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]url.Values(nil), n.reports...)
}

// affiliated makes a server report its sales to a network.
func affiliated(n *network) func(*server.Config) {
	return func(c *server.Config) { c.Tags = server.Tags{AwinID: "1001", AwinURL: n.URL} }
}

func TestAffiliateClicksAreKeptOnlyWithConsent(t *testing.T) {
	n := newNetwork(t)
	on, off := start(t, affiliated(n)), site(t)
	stored := func(s *running, consent, awc string) (bool, string) {
		v := s.visitor(t)
		if consent != "" {
			v.cookies["acceptSiteCookies"] = consent
		}
		got := v.get("/api/awin", "awc", awc).ok(t)
		return got.at("stored").(bool), got.header.Get("Set-Cookie")
	}
	t.Run("a click becomes a cookie that scripts cannot read, for 30 days", func(t *testing.T) {
		kept, cookie := stored(on, "true", click)
		if want := "awc=" + click + "; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax"; !kept || cookie != want {
			t.Errorf("stored %t, cookie %q, want %q", kept, cookie, want)
		}
	})
	for name, s := range map[string]struct {
		*running
		consent string
	}{"before a choice": {on, ""}, "after Reject": {on, "false"}, "with the network switched off": {off, "true"}} {
		t.Run(name, func(t *testing.T) {
			if kept, cookie := stored(s.running, s.consent, click); kept || cookie != "" {
				t.Errorf("stored %t, cookie %q", kept, cookie)
			}
		})
	}
	t.Run("an id of another form is refused", func(t *testing.T) {
		v := on.visitor(t)
		v.cookies["acceptSiteCookies"] = "true"
		for _, awc := range []string{"a b", "é", "<script>", strings.Repeat("a", 201)} {
			v.get("/api/awin", "awc", awc).refused(t, 400, "INVALID_REQUEST")
		}
	})
	t.Run("a click of another advertiser does not replace the stored one", func(t *testing.T) {
		v := on.visitor(t)
		v.cookies["acceptSiteCookies"] = "true"
		v.get("/api/awin", "awc", click).ok(t)
		got := v.get("/api/awin", "awc", otherClick).ok(t)
		if cookie := got.header.Get("Set-Cookie"); got.at("stored") != false || cookie != "" || v.cookies["awc"] != click {
			t.Errorf("stored %v, cookie %q; the visitor has %q", got.at("stored"), cookie, v.cookies["awc"])
		}
	})
	t.Run("[COOKIE-05] Reject removes the click cookie, with the call and with the next page", func(t *testing.T) {
		for _, path := range []string{"/api/awin?awc=-", "/"} {
			v := on.visitor(t)
			v.cookies["acceptSiteCookies"], v.cookies["awc"] = "false", click
			if got := v.get(path).header.Get("Set-Cookie"); !strings.HasPrefix(got, "awc=; Path=/; Max-Age=0; HttpOnly") {
				t.Errorf("%s: Set-Cookie %q", path, got)
			}
		}
	})
	t.Run("another site cannot set the click cookie", func(t *testing.T) {
		v := on.visitor(t)
		v.cookies["acceptSiteCookies"], v.headers["Sec-Fetch-Site"] = "true", "cross-site"
		v.get("/api/awin", "awc", click).refused(t, 403, "FORBIDDEN")
	})
}

// The sale is reported once, although the network at first does not answer and
// then fails. The booking does not wait for it.
func TestASaleIsReportedToTheAffiliateNetwork(t *testing.T) {
	n := newNetwork(t, http.StatusInternalServerError)
	s := start(t, affiliated(n))
	v := s.visitor(t)
	v.cookies["acceptSiteCookies"] = "true"
	v.get("/api/awin", "awc", click).ok(t)
	sold := v.juneUnits("CF101")[0]
	ref := v.buy(sold, "deposit") // the network does not answer yet
	if len(n.seen()) != 0 {
		t.Fatalf("reports before the network answers: %v", n.seen())
	}
	close(n.hold)
	polltest.Until(t, "the report that fails", func() bool { return len(n.seen()) == 1 })
	polltest.Until(t, "the report that succeeds", func() bool { s.clock.advance(time.Minute); return len(n.seen()) == 2 })
	first, again := n.seen()[0], n.seen()[1]
	if first.Encode() != again.Encode() {
		t.Errorf("the reports differ: %v, %v", first, again)
	}
	for name, want := range map[string]string{"tt": "ss", "tv": "2", "merchant": "1001", "amount": sold.price, "parts": "DEFAULT:" + sold.price, "cr": "GBP", "ch": "aw",
		"ref": ref, "vc": "", "cks": click, "testmode": "1"} {
		if again.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, again.Get(name), want)
		}
	}
	if len(again) != 11 {
		t.Errorf("the report %v", again)
	}
	s.clock.advance(24 * time.Hour)

	// Four sales that must not be reported, and one that must.
	none := s.visitor(t) // without a click
	none.buy(none.juneUnits("CF101")[1], "deposit")
	other := s.visitor(t) // with a click of another advertiser
	other.cookies["acceptSiteCookies"], other.cookies["awc"] = "true", otherClick
	other.buy(other.juneUnits("CF101")[2], "deposit")
	rejected := s.visitor(t) // who has refused consent
	rejected.cookies["acceptSiteCookies"], rejected.cookies["awc"] = "false", click
	rejected.buy(rejected.juneUnits("CF101")[3], "deposit")
	withdrawn := s.visitor(t) // who withdraws consent after the booking has begun
	withdrawn.cookies["acceptSiteCookies"], withdrawn.cookies["awc"] = "true", click
	held := withdrawn.hold(withdrawn.juneUnits("CF101")[3]).ok(t).text("booking", "bookId")
	withdrawn.details(held)
	withdrawn.cookies["acceptSiteCookies"] = "false"
	prepared := withdrawn.prepay(held, "full", "worldpay").ok(t)
	withdrawn.settled(held, prepared, withdrawn.authorise(held, prepared, plainCard, "W Quackenbush")).ok(t)
	clicked := s.visitor(t)
	clicked.cookies["acceptSiteCookies"], clicked.cookies["awc"] = "true", click
	last := clicked.buy(clicked.juneUnits("CF101")[4], "full")
	polltest.Until(t, "the report of the last sale", func() bool { s.clock.advance(time.Second); return len(n.seen()) >= 3 })
	if got := n.seen(); len(got) != 3 || got[2].Get("ref") != last {
		t.Errorf("reports %v, want one more, of %s", got, last)
	}
}

// The address of a report has the click and the discount code: it must not get
// into the log when the network cannot be reached.
func TestANetworkThatIsDeadLeavesNoClickInTheLog(t *testing.T) {
	n := newNetwork(t)
	n.Close()
	s := start(t, affiliated(n))
	v := s.visitor(t)
	v.cookies["acceptSiteCookies"], v.cookies["awc"] = "true", click
	v.buy(v.juneUnits("CF101")[0], "deposit")
	polltest.Until(t, "the failed report in the log", func() bool { return strings.Contains(s.log.String(), "report the sale") })
	if log := s.log.String(); strings.Contains(log, click) || strings.Contains(log, "sread") {
		t.Errorf("the log has the address of the report: %s", log)
	}
}
