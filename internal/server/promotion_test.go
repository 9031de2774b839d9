package server_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
)

// promoted starts a server with a promotion, and returns the path of its file.
func promoted(t *testing.T, promotion string) (s *running, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "promotion.json")
	writePromotion(t, file, promotion)
	return start(t, func(c *server.Config) { c.Promotion = file }), file
}

func writePromotion(t *testing.T, file, promotion string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(promotion), 0o600); err != nil {
		t.Fatal(err)
	}
}

const (
	words = `{"open":true,"codeWords":["Harbour","Deckchair"],"dates":{"ukpromo":[{}],"eupromo":[{"weekdays":["Sat"]}]}}`
	whole = `{"open":true,"emailCapture":true,"codeWords":["Harbour"],
		"newspapers":[{"code":"SC","name":"Sunday Chronicle"},{"code":"DX","name":"Daily Example","dates":{"ukpromo":[{"weekdays":["Mon"]}]}}],
		"dates":{"ukpromo":[{"weekdays":["Fri"]}]}}`
)

func TestCodeWords(t *testing.T) {
	s, _ := promoted(t, words)
	for encoding, send := range map[string]func(v *visitor, path string, form ...string) reply{
		"multipart/form-data": (*visitor).post, "application/x-www-form-urlencoded": (*visitor).postEncoded,
	} {
		t.Run("[API-03] [PROMO-27] as "+encoding, func(t *testing.T) {
			v := s.visitor(t)
			send(v, "/api/validatecodewords", "code1", "harbour ", "code2", "deckchair").ok(t)
			if v.cookies["promoPass"] == "" {
				t.Error("no pass")
			}
			other := s.visitor(t)
			send(other, "/api/validatecodewords", "code1", "Harbour", "code2", "Harbour").refused(t, 422, "PROMO_CODEWORDS")
			if other.cookies["promoPass"] != "" {
				t.Error("a pass for a wrong word")
			}
		})
	}
	t.Run("every word is needed, in its place", func(t *testing.T) {
		v := s.visitor(t)
		for _, given := range [][]string{{}, {"code1", "Harbour"}, {"code1", "Deckchair", "code2", "Harbour"}, {"code2", "Deckchair", "code3", "Harbour"}} {
			got := v.post("/api/validatecodewords", given...).refused(t, 422, "PROMO_CODEWORDS")
			if !strings.Contains(string(got.body), "Please input correct code words") {
				t.Errorf("%v: %s", given, got.body)
			}
		}
	})
	t.Run("the pass is for a day, and no script reads it", func(t *testing.T) {
		v := s.visitor(t)
		got := v.post("/api/validatecodewords", "code1", "Harbour", "code2", "Deckchair").ok(t)
		cookie := got.header.Get("Set-Cookie")
		for _, part := range []string{"promoPass=", "Path=/", "Max-Age=86400", "HttpOnly", "Secure", "SameSite=Lax"} {
			if !strings.Contains(cookie, part) {
				t.Errorf("no %s in %s", part, cookie)
			}
		}
	})
	t.Run("the words are in no answer", func(t *testing.T) {
		for _, path := range []string{"/", "/api/initial?siteCode=MT", "/api/getpromodata"} {
			if got := s.visitor(t).get(path); strings.Contains(strings.ToLower(string(got.body)), "deckchair") {
				t.Errorf("%s shows the code words", path)
			}
		}
	})
}

func TestCapturesOfTheGate(t *testing.T) {
	s, _ := promoted(t, whole)
	t.Run("initial says what is asked for", func(t *testing.T) {
		got := s.visitor(t).get("/api/initial", "siteCode", "MT").ok(t)
		asked, _ := json.Marshal(got.at("promotion"))
		if want := `{"emailcapture":"Y","keywords":1,"open":"Y","papercapture":"Y","papercodes":{"DX":"Daily Example","SC":"Sunday Chronicle"}}`; string(asked) != want {
			t.Errorf("got %s, want %s", asked, want)
		}
	})
	t.Run("all wrong fields at once, in the order of the form", func(t *testing.T) {
		got := s.visitor(t).post("/api/validatecodewords", "code1", "x", "newspaper", "XX", "email", "no").refused(t, 422, "PROMO_CODEWORDS")
		if codes := strings.Join(got.codes(), " "); codes != "PROMO_CODEWORDS PROMO_NEWSPAPER PROMO_EMAIL" {
			t.Errorf("codes %s", codes)
		}
		s.visitor(t).post("/api/validatecodewords", "code1", "harbour", "email", "jo@mail.example").refused(t, 422, "PROMO_NEWSPAPER")
		s.visitor(t).post("/api/validatecodewords", "code1", "harbour", "newspaper", "DX").refused(t, 422, "PROMO_EMAIL")
	})
	t.Run("the address is asked to confirm, with evidence of what was agreed to", func(t *testing.T) {
		v := s.visitor(t)
		v.post("/api/validatecodewords", "code1", "harbour", "newspaper", "DX", "email", "reader@mail.example").ok(t)
		link := linkIn(t, s, "reader@mail.example", "/newsletter/confirm")
		v.do("POST", link, nil, "")
		if got := exported(t, s); !strings.Contains(got, "reader@mail.example,,") ||
			!strings.Contains(got, "promotion,DX,MT,Enter your email address to receive offer updates and exclusive deals from Meridian Times Holidays") {
			t.Errorf("exported:\n%s", got)
		}
	})
	t.Run("the dates are those of the pass's newspaper", func(t *testing.T) {
		v := s.visitor(t)
		v.post("/api/validatecodewords", "code1", "harbour", "newspaper", "DX", "email", "reader@mail.example").ok(t)
		for _, newspaper := range []string{"", "SC"} {
			days := promoDays(t, v, "promo", "ukpromo", "newspaper", newspaper)
			if len(days) < 50 || slices.ContainsFunc(days, func(d date.Date) bool { return d.Weekday() != time.Monday }) {
				t.Errorf("newspaper %q: %v", newspaper, days)
			}
		}
	})
}

// promoDays returns the dates of getpromodata.
func promoDays(t *testing.T, v *visitor, query ...string) (days []date.Date) {
	t.Helper()
	for _, one := range v.get("/api/getpromodata", query...).ok(t).list("DATES") {
		day, err := date.Parse(one.(map[string]any)["date"].(string))
		if err != nil {
			t.Fatal(err)
		}
		days = append(days, day)
	}
	return days
}

func TestDatesOfThePromotion(t *testing.T) {
	t.Parallel()
	s, file := promoted(t, words)
	stranger, reader := s.visitor(t), s.visitor(t)
	reader.post("/api/validatecodewords", "code1", "Harbour", "code2", "Deckchair").ok(t)
	today := date.In(s.clock.now())
	t.Run("none without the pass", func(t *testing.T) {
		got := stranger.get("/api/getpromodata", "siteCode", "MT", "promo", "ukpromo").ok(t)
		if len(got.list("DATES")) != 0 || got.at("passed") != false {
			t.Errorf("a stranger gets %.200s", got.body)
		}
		days := promoDays(t, reader, "promo", "ukpromo")
		if len(days) != 365 || days[0] != today+1 {
			t.Errorf("a reader gets %d days from %v on", len(days), days[0])
		}
		if saturdays := promoDays(t, reader, "promo", "eupromo"); len(saturdays) < 50 || saturdays[0].Weekday() != time.Saturday {
			t.Errorf("of Europe: %v", saturdays)
		}
	})
	t.Run("a pass that this site has not signed", func(t *testing.T) {
		forger := s.visitor(t)
		for _, forged := range []string{"1", reader.cookies["promoPass"][1:] + "A", strings.Repeat("A", 40)} {
			forger.cookies["promoPass"] = forged
			if days := promoDays(t, forger); len(days) != 0 {
				t.Errorf("%q opens %d dates", forged, len(days))
			}
		}
	})
	t.Run("promo=1 is for readers, and for dates of the promotion", func(t *testing.T) {
		u := reader.juneUnits("CF101")[0]
		book := func(v *visitor) reply {
			return v.get("/api/book", "unitId", u.id, "searchId", "0", "promo", "1", "adults", "2", "petFriendly", "N")
		}
		book(stranger).refused(t, 422, "PROMO_NOT_VALID")
		made := book(reader).ok(t)
		if made.at("booking", "promo") != true {
			t.Errorf("booked: %s", made.body)
		}
		deposit := reader.get("/api/getdeposit", "bookId", made.text("booking", "bookId")).ok(t)
		if deposit.text("deposit") != "" || deposit.at("compulsoryDeposit") != nil {
			t.Errorf("a promotion is paid in full: %s", deposit.body)
		}
		writePromotion(t, file, strings.Replace(words, `[{}]`, `[{"from":"2020-01-01","to":"2020-01-02"}]`, 1))
		polltest.Until(t, "the new file is read", func() bool { return len(promoDays(t, reader)) == 0 })
		other := s.visitor(t)
		other.post("/api/validatecodewords", "code1", "Harbour", "code2", "Deckchair").ok(t)
		book(other).refused(t, 422, "PROMO_NOT_VALID")
	})
	t.Run("a broken file changes nothing, a closed promotion opens nothing", func(t *testing.T) {
		writePromotion(t, file, words)
		polltest.Until(t, "the file is read", func() bool { return len(promoDays(t, reader)) > 0 })
		writePromotion(t, file, `{"open":true,"codewords":`)
		polltest.Until(t, "the fault is logged", func() bool { return strings.Contains(s.log.String(), "read a promotion") })
		if len(promoDays(t, reader)) != 365 {
			t.Error("the last promotion is gone")
		}
		writePromotion(t, file, strings.Replace(words, "true", "false", 1))
		polltest.Until(t, "it is closed", func() bool {
			return s.visitor(t).get("/api/initial", "siteCode", "MT").text("promotion", "open") == "N"
		})
		if len(promoDays(t, reader)) != 0 {
			t.Error("a closed promotion has dates")
		}
	})
	t.Run("new code words end the passes of the old ones", func(t *testing.T) {
		writePromotion(t, file, strings.Replace(words, "Harbour", "Anchor", 1))
		polltest.Until(t, "it is open", func() bool {
			return s.visitor(t).get("/api/initial", "siteCode", "MT").text("promotion", "open") == "Y"
		})
		s.visitor(t).post("/api/validatecodewords", "code1", "Anchor", "code2", "Deckchair").ok(t)
		if days := promoDays(t, reader); len(days) != 0 {
			t.Errorf("an old pass opens %d dates", len(days))
		}
	})
	t.Run("a pass ends after a day", func(t *testing.T) {
		writePromotion(t, file, words)
		polltest.Until(t, "it is open", func() bool { return len(promoDays(t, reader)) > 0 })
		s.clock.advance(24 * time.Hour)
		if days := promoDays(t, reader); len(days) != 0 {
			t.Errorf("a day later it still opens %d dates", len(days))
		}
	})
}

// The price under the promotion is the same at the start, in the amounts and at payment,
// and the same stay can be booked without the promotion, by deposit.
func TestPriceOfThePromotion(t *testing.T) {
	t.Parallel()
	s, file := promoted(t, strings.Replace(words, `"open":true`, `"open":true,"percentOff":15`, 1))
	reader := s.visitor(t)
	reader.post("/api/validatecodewords", "code1", "Harbour", "code2", "Deckchair").ok(t)
	if got := reader.get("/api/initial", "siteCode", "MT").at("promotion", "percentOff"); got != float64(15) {
		t.Errorf("initial says %v per cent off", got)
	}
	u := reader.juneUnits("CF101")[0]
	full, err := money.Parse(u.price)
	if err != nil {
		t.Fatal(err)
	}
	due := full - full.Percent(15)
	book := func(more ...string) reply {
		return reader.get("/api/book", append([]string{"unitId", u.id, "searchId", "0", "adults", "2", "petFriendly", "N"}, more...)...)
	}
	t.Run("with the code words", func(t *testing.T) {
		made := book("promo", "1", "promoPrice", due.String()).ok(t)
		for _, path := range [][]any{{"booking", "unitPrice"}, {"quote", "accommodation"}, {"quote", "total"}, {"quote", "payNowFull"}} {
			if got := made.text(path...); got != due.String() {
				t.Errorf("%v: %s, want %v", path, got, due)
			}
		}
		if made.at("quote", "payNowDeposit") != nil {
			t.Error("a deposit is offered")
		}
	})
	t.Run("without them", func(t *testing.T) {
		made := book().ok(t)
		if made.text("booking", "unitPrice") != u.price || made.at("quote", "payNowDeposit") == nil {
			t.Errorf("%s", made.body)
		}
	})
	t.Run("another promotion since the price was shown", func(t *testing.T) {
		writePromotion(t, file, strings.Replace(words, `"open":true`, `"open":true,"percentOff":10`, 1))
		polltest.Until(t, "the new file is read", func() bool {
			return reader.get("/api/initial", "siteCode", "MT").at("promotion", "percentOff") == float64(10)
		})
		other := s.visitor(t)
		other.post("/api/validatecodewords", "code1", "Harbour", "code2", "Deckchair").ok(t)
		got := other.get("/api/book", "unitId", u.id, "promo", "1", "promoPrice", due.String(), "adults", "2").refused(t, 409, "PRICE_CHANGED")
		if now := full - full.Percent(10); !strings.Contains(string(got.body), `"price":"`+now.String()+`"`) {
			t.Errorf("want %v in %s", now, got.body)
		}
		// The first visitor's hold has the old price. It stays at that price until the
		// visitor has seen the new one and starts again.
		if made := book("promo", "1", "promoPrice", due.String()).ok(t); made.text("booking", "unitPrice") != due.String() {
			t.Errorf("the hold at the shown price: %s", made.body)
		}
		book("promo", "1", "promoPrice", (due-1).String()).refused(t, 409, "PRICE_CHANGED")
		now := full - full.Percent(10)
		if made := book("promo", "1", "promoPrice", now.String()).ok(t); made.text("booking", "unitPrice") != now.String() {
			t.Errorf("the hold at the old price is kept: %s", made.body)
		}
		other.get("/api/book", "unitId", u.id, "promo", "1", "promoPrice", "cheap", "adults", "2").refused(t, 400, "INVALID_PRICE")
	})
}

// A form that the browser has sent itself is refused on a page of the brand.
func TestAFormWithoutScriptIsRefusedOnAPageOfTheBrand(t *testing.T) {
	s, _ := promoted(t, words)
	for path, says := range map[string]string{"/promotion": "Please input correct code words", "/newsletter": "Please add your first name."} {
		v := s.visitor(t)
		got := v.do("POST", path, strings.NewReader("code1=wrong&email=jo"), "application/x-www-form-urlencoded")
		page := string(got.body)
		if got.status != http.StatusUnprocessableEntity || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") ||
			!strings.Contains(page, says) || !strings.Contains(page, `class="logo"`) || !strings.Contains(page, "<h1>Please check your details</h1>") {
			t.Errorf("%s: %d %s %.600s", path, got.status, got.header.Get("Content-Type"), page)
		}
	}
}

// The server renders the gate or the search box, so its document says which.
func TestDocumentsSayWhoHasPassed(t *testing.T) {
	s, _ := promoted(t, words)
	v := s.visitor(t)
	const mark = " data-promo-passed"
	if page := v.get("/"); page.status != http.StatusOK || strings.Contains(string(page.body), mark) {
		t.Errorf("a stranger's page: %d", page.status)
	}
	v.post("/api/validatecodewords", "code1", "Harbour", "code2", "Deckchair").ok(t)
	for _, path := range []string{"/", "/results?promoPassed=0", "/my-booking"} {
		if page := v.get(path); page.status != http.StatusOK || !strings.Contains(string(page.body), mark) {
			t.Errorf("%s of a reader: %d", path, page.status)
		}
	}
	if page := s.visitor(t).get("/?promoPassed=1"); strings.Contains(string(page.body), mark) {
		t.Error("an address makes a reader of a stranger")
	}
}

// A brand without a promotion asks for nothing.
func TestABrandWithoutAPromotionAsksForNothing(t *testing.T) {
	v := site(t).visitor(t)
	got := v.get("/api/initial", "siteCode", "MT").ok(t)
	if got.text("promotion", "open") != "Y" || got.at("promotion", "keywords") != float64(0) || got.at("promotion", "papercapture") != "N" {
		t.Errorf("%v", got.at("promotion"))
	}
	if days := promoDays(t, v); len(days) != 0 {
		t.Errorf("dates of no promotion: %v", days)
	}
	u := v.juneUnits("CF101")[0]
	v.get("/api/book", "unitId", u.id, "promo", "1", "adults", "2").refused(t, 422, "PROMO_NOT_VALID")
}

func TestAPromotionThatCannotBeReadStopsTheStart(t *testing.T) {
	for text, want := range map[string]string{
		`{"open":true,"codeword":["A"]}`:                                               "codeword",
		`{"open":true,"codeWords":[" "]}`:                                              "code word 1",
		`{"open":true,"newspapers":[{"code":"A","name":"A"},{"code":"A","name":"B"}]}`: `"A"`,
		`{"open":true,"percentOff":95}`:                                                "percentOff is 95",
		`{"open":true,"dates":{"usapromo":[]}}`:                                        "usapromo",
		`{"open":true,"dates":{"ukpromo":[{"weekdays":["Freitag"]}]}}`:                 "Freitag",
		`{"open":true,"dates":{"ukpromo":[{"from":"2027-02-30"}]}}`:                    "2027-02-30",
		`{"open":true,"dates":{"ukpromo":[{"from":"2027-02-03","to":"2027-02-01"}]}}`:  "ends before it begins",
	} {
		file := filepath.Join(t.TempDir(), "promotion.json")
		writePromotion(t, file, text)
		r, err := launch(t.TempDir(), func(c *server.Config) { c.Promotion = file })
		if err == nil {
			r.stop()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
