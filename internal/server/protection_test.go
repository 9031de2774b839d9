package server_test

import (
	"fmt"
	"strings"
	"testing"

	"holidaymaker/internal/operations/polltest"
)

// foreign returns a visitor whose requests come from a page of another site.
func (r *running) foreign(t *testing.T, headers map[string]string) *visitor {
	v := r.visitor(t)
	v.headers = headers
	return v
}

func TestOtherSitesChangeNothing(t *testing.T) {
	s := start(t)
	t.Run("[API-52] a POST from another origin is answered 403 and changes nothing; so are starts of a booking and sign-ups from another site", func(t *testing.T) {
		own := s.visitor(t)
		ref := own.hold(own.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
		extra := own.get("/api/getextras", "bookId", ref).ok(t).text("extras", 0, "code")

		thief := s.foreign(t, map[string]string{"Origin": "https://evil.example"})
		thief.cookies = own.cookies
		for path, form := range map[string][]string{
			"/api/setextras":       {"bookId", ref, "extras[" + extra + "]", "1"},
			"/api/setdiscount":     {"bookId", ref, "discountCode", "WELCOME10"},
			"/api/setuserdetails":  append([]string{"bookId", ref}, person...),
			"/api/setpartydetails": {"bookId", ref, "onlyBooking", "N"},
			"/api/prepayment":      {"bookId", ref, "paymentOption", "full", "paymentMethod", "worldpay"},
			"/api/postpayment":     {"bookId", ref, "paymntRecId", "x", "action", "status"},
			"/api/getMyBooking":    {"bookingId", ref, "surname", "A", "postcode", "YO11 2AB"},
			"/api/mybookings":      {"bookingId", ref, "action", "forget"},
			"/api/resetbooking":    {"email", "a@mail.example"},
			"/api/newsletter":      {"email", "a@mail.example", "fname", "A"},
			"/api/releasehold":     {"bookId", ref},
		} {
			if got := thief.post(path, form...); got.status != 403 || got.codes()[0] != "FORBIDDEN" {
				t.Errorf("POST %s from another origin: %d %.200s", path, got.status, got.body)
			}
		}
		link := s.foreign(t, map[string]string{"Sec-Fetch-Site": "cross-site"})
		link.get("/api/newsletter", "email", "a@mail.example", "fname", "A").refused(t, 403, "FORBIDDEN")
		before := len(link.units("CF101", "adults", "2"))
		link.hold(own.juneUnits("CF101")[1]).refused(t, 403, "FORBIDDEN")
		if after := len(link.units("CF101", "adults", "2")); after != before {
			t.Errorf("a start from another site took a unit: %d units, then %d", before, after)
		}

		if chosen := own.get("/api/getextras", "bookId", ref).ok(t).at("extras", 0, "value"); chosen != float64(0) {
			t.Errorf("the extra was chosen %v times", chosen)
		}
		loaded := own.get("/api/book", "bookId", ref).ok(t)
		if code := own.get("/api/getdeposit", "bookId", ref).ok(t).text("discountCode"); code != "" || loaded.text("booking", "bookId") != ref {
			t.Errorf("code %q, booking %.200s", code, loaded.body)
		}
	})
	t.Run("[API-52] the 3-D Secure return and notifications carry their own proof", func(t *testing.T) {
		bank := s.foreign(t, map[string]string{"Origin": "https://bank.example", "Sec-Fetch-Site": "cross-site"})
		if got := bank.postEncoded("/api/threedsreturn", "MD", "forged"); got.status == 403 {
			t.Errorf("the bank's return is refused by its origin: %d %.200s", got.status, got.body)
		}
	})
}

func TestBodiesAndMethodsAreChecked(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	t.Run("[API-53] large bodies, other kinds of body and wrong methods are refused and change nothing", func(t *testing.T) {
		extra := v.get("/api/getextras", "bookId", ref).ok(t).text("extras", 0, "code")
		choose := fmt.Sprintf("bookId=%s&extras[%s]=1", ref, extra)
		form := "application/x-www-form-urlencoded"
		v.do("POST", "/api/setextras", strings.NewReader(choose+"&pad="+strings.Repeat("x", 64<<10)), form).refused(t, 413, "TOO_LARGE")
		for _, kind := range []string{"application/json", "text/plain", ""} {
			v.do("POST", "/api/setextras", strings.NewReader(choose), kind).refused(t, 415, "UNSUPPORTED_BODY")
		}
		for _, method := range []string{"GET", "PUT", "DELETE", "PATCH"} {
			got := v.do(method, "/api/setextras", strings.NewReader(choose), form).refused(t, 405, "METHOD_NOT_ALLOWED")
			if got.header.Get("Allow") != "POST" {
				t.Errorf("%s: Allow %q", method, got.header.Get("Allow"))
			}
		}
		if chosen := v.get("/api/getextras", "bookId", ref).ok(t).at("extras", 0, "value"); chosen != float64(0) {
			t.Errorf("a refused request chose an extra: %v", chosen)
		}
		v.do("POST", "/api/setextras", strings.NewReader(choose), form).ok(t)
		if chosen := v.get("/api/getextras", "bookId", ref).ok(t).at("extras", 0, "value"); chosen != float64(1) {
			t.Errorf("the accepted request chose %v", chosen)
		}
	})
}

func TestPartiesAboveTheLargestAreRefused(t *testing.T) {
	v := site(t).visitor(t)
	t.Run("[SRCH-82] the server answers 400 INVALID_PARTY above 66", func(t *testing.T) {
		v.get("/api/search", "adults", "60", "children", "6").ok(t)
		v.get("/api/search", "adults", "60", "children", "6", "under5s", "1").refused(t, 400, "INVALID_PARTY")
		v.get("/api/parkresults", "parkId", "CF101", "adults", "67").refused(t, 400, "INVALID_PARTY")
		v.get("/api/book", "unitId", v.juneUnits("CF101")[0].id, "adults", "67").refused(t, 400, "INVALID_PARTY")
	})
}

func TestReferencesByEmailSayNothing(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	t.Run("[MINE-21] resetbooking answers alike whether there are bookings, mails the references, and at most 3 times an hour to an address", func(t *testing.T) {
		reference := v.buy(v.juneUnits("CF101")[0], "full")
		known := v.post("/api/resetbooking", "email", "wilhelmina@mail.example").ok(t)
		unknown := v.post("/api/resetbooking", "email", "nobody@mail.example").ok(t)
		if len(known.at().(map[string]any)) != 0 || len(unknown.at().(map[string]any)) != 0 {
			t.Errorf("the answers say something: %s and %s", known.body, unknown.body)
		}
		for range 4 {
			v.post("/api/resetbooking", "email", "wilhelmina@mail.example").ok(t)
		}
		polltest.Until(t, "three e-mails with references", func() bool { return len(s.about(t, "Your booking references")) >= 3 })
		v.buy(v.juneUnits("CF101")[1], "full") // by its confirmation a fourth would have been written
		polltest.Until(t, "the second confirmation", func() bool { return len(s.about(t, "Your holiday booking")) == 2 })
		references := s.about(t, "Your booking references")
		if len(references) != 3 {
			t.Errorf("%d e-mails with references, want 3", len(references))
		}
		for _, mail := range references {
			if !strings.Contains(mail, reference) || !strings.Contains(mail, "To: <wilhelmina@mail.example>") {
				t.Errorf("an e-mail without the reference, or to somebody else: %.300s", mail)
			}
		}
	})
}

// about returns the e-mails sent so far whose subject begins with a text.
func (r *running) about(t *testing.T, subject string) (found []string) {
	t.Helper()
	for _, text := range r.emails(t) {
		if strings.Contains(text, "\nSubject: "+subject) {
			found = append(found, text)
		}
	}
	return found
}
