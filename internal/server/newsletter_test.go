package server_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// emailsTo returns the raw e-mails to an address.
func emailsTo(t *testing.T, s *running, to string) (found []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(s.dir, "mail", "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "To: <"+to+">") {
			found = append(found, string(text))
		}
	}
	return found
}

var listUnsubscribe = regexp.MustCompile(`(?m)^List-Unsubscribe: <([^>]+)>\r?$`)

// linkIn waits for an e-mail to an address, and returns the path and query of the
// link in it to one of our pages.
func linkIn(t *testing.T, s *running, to, path string) string {
	t.Helper()
	polltest.Until(t, "an e-mail to "+to, func() bool { return len(emailsTo(t, s, to)) > 0 })
	link, err := url.Parse(listUnsubscribe.FindStringSubmatch(emailsTo(t, s, to)[0])[1])
	if err != nil {
		t.Fatal(err)
	}
	return path + "?" + link.RawQuery
}

// openStore opens the database of a server as commands do.
func openStore(t *testing.T, s *running) *store.Store {
	t.Helper()
	db, err := store.Open(context.Background(), s.dir, s.clock.now, store.Existing())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// exported returns the list of subscribers as it is exported.
func exported(t *testing.T, s *running) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := export.Subscribers(context.Background(), &out, openStore(t, s).Exports(), export.Options{Format: export.CSV}); err != nil {
		t.Fatal(err)
	}
	if _, err := csv.NewReader(bytes.NewReader(out.Bytes())).ReadAll(); err != nil {
		t.Fatalf("not CSV: %v", err)
	}
	return out.String()
}

func TestNewsletterIsConfirmedByEmail(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	v.get("/api/newsletter", "email", "Jo@mail.example", "fname", "Jo").ok(t)
	confirm := linkIn(t, s, "Jo@mail.example", "/newsletter/confirm")
	unsubscribe := linkIn(t, s, "Jo@mail.example", "/newsletter/unsubscribe")
	if strings.Contains(confirm, "mail.example") {
		t.Error("the address is in the link")
	}
	if text := exported(t, s); strings.Contains(text, "@") {
		t.Errorf("before the confirmation: %s", text)
	}
	t.Run("a link that is opened changes nothing", func(t *testing.T) {
		for _, link := range []string{confirm, unsubscribe} {
			page := v.get(link)
			if page.status != 200 || !strings.Contains(string(page.body), `<form method="post">`) || page.header.Get("Cache-Control") != "no-store" ||
				page.header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(string(page.body), "noindex") {
				t.Errorf("%d %v %s", page.status, page.header, page.body)
			}
		}
		if text := exported(t, s); strings.Contains(text, "@") {
			t.Errorf("exported: %s", text)
		}
	})
	t.Run("the button confirms, once and for all", func(t *testing.T) {
		for range 2 {
			if page := v.postEncoded(confirm); page.status != 200 || !strings.Contains(string(page.body), "has been confirmed") {
				t.Errorf("%d %s", page.status, page.body)
			}
		}
		if text := exported(t, s); !strings.Contains(text, "Jo@mail.example,Jo,") || !strings.Contains(text, "newsletter form v1") {
			t.Errorf("exported: %s", text)
		}
	})
	t.Run("to sign up again changes nothing and sends nothing", func(t *testing.T) {
		s.clock.advance(2 * time.Hour)
		again := v.get("/api/newsletter", "email", "jo@MAIL.example", "fname", "Joanna").ok(t)
		if again.text("message") != "Thank you for signing up! Look out for our latest deals in your inbox." {
			t.Errorf("%s", again.body)
		}
		v.get("/api/newsletter", "email", "last@mail.example", "fname", "Last").ok(t)
		linkIn(t, s, "last@mail.example", "") // sent after it
		if text := exported(t, s); !strings.Contains(text, "Jo@mail.example,Jo,") || len(emailsTo(t, s, "jo@MAIL.example"))+len(emailsTo(t, s, "Jo@mail.example")) != 1 {
			t.Errorf("exported: %s", text)
		}
	})
	t.Run("a mail program unsubscribes with one click, without cookies or a page", func(t *testing.T) {
		head := emailsTo(t, s, "Jo@mail.example")[0]
		if !strings.Contains(head, "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n") {
			t.Errorf("the header of RFC 8058 is missing:\n%.900s", head)
		}
		program := s.visitor(t)
		if page := program.postEncoded(unsubscribe, "List-Unsubscribe", "One-Click"); page.status != 200 {
			t.Errorf("%d %s", page.status, page.body)
		}
		if text := exported(t, s); strings.Contains(text, "@") {
			t.Errorf("exported: %s", text)
		}
		if page := v.postEncoded(confirm); page.status != 404 {
			t.Errorf("an old e-mail subscribes again: %d", page.status)
		}
		if page := v.postEncoded(unsubscribe); page.status != 200 {
			t.Errorf("the second click: %d", page.status)
		}
	})
	t.Run("an unknown link", func(t *testing.T) {
		for _, link := range []string{"/newsletter/confirm?t=guess", "/newsletter/unsubscribe", "/newsletter/unsubscribe?t="} {
			if page := v.postEncoded(link); page.status != 404 || !strings.Contains(string(page.body), "not valid") {
				t.Errorf("%s: %d", link, page.status)
			}
		}
	})
	t.Run("a stranger does not undo it, nor has a second e-mail sent within a month", func(t *testing.T) {
		s.clock.advance(2 * time.Hour)
		for range 3 {
			v.get("/api/newsletter", "email", "jo@mail.example", "fname", "Jo").ok(t)
		}
		polltest.Until(t, "a second e-mail", func() bool { return len(emailsTo(t, s, "Jo@mail.example")) == 2 })
		v.postEncoded(unsubscribe)
		v.get("/api/newsletter", "email", "jo@mail.example", "fname", "Jo").ok(t)
		s.clock.advance(25 * time.Hour)
		v.get("/api/newsletter", "email", "jo@mail.example", "fname", "Jo").ok(t)
		v.get("/api/newsletter", "email", "after@mail.example", "fname", "After").ok(t)
		linkIn(t, s, "after@mail.example", "") // sent after it
		if n := len(emailsTo(t, s, "Jo@mail.example")); n != 2 {
			t.Errorf("%d e-mails", n)
		}
		s.clock.advance(32 * 24 * time.Hour)
		if _, err := openStore(t, s).Visitors().DiscardSignUps(context.Background(), s.clock.now().Add(-31*24*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if page := v.postEncoded(unsubscribe); page.status != 200 {
			t.Errorf("the objection was forgotten: %d", page.status)
		}
	})
	t.Run("who has left may come back", func(t *testing.T) {
		v.get("/api/newsletter", "email", "jo@mail.example", "fname", "Jo").ok(t)
		polltest.Until(t, "a third e-mail", func() bool { return len(emailsTo(t, s, "Jo@mail.example")) == 3 })
		v.postEncoded(confirm)
		if text := exported(t, s); !strings.Contains(text, "Jo@mail.example") {
			t.Errorf("exported: %s", text)
		}
	})
	t.Run("nothing of it is in the log", func(t *testing.T) {
		if log := s.log.String(); strings.Contains(strings.ToLower(log), "jo@mail") || strings.Contains(log, strings.TrimPrefix(confirm, "/newsletter/confirm?t=")) {
			t.Error("the log names the address or the token")
		}
	})
}

// Anybody can sign an address up, so what a stranger has typed does not reach it.
func TestTheFirstEmailCarriesNobodysText(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	v.get("/api/newsletter", "email", "ann@mail.example", "fname", "Your refund is waiting, ring 0900 1").ok(t)
	linkIn(t, s, "ann@mail.example", "/newsletter/confirm")
	for _, email := range emailsTo(t, s, "ann@mail.example") {
		if strings.Contains(email, "refund") || !strings.Contains(email, "Hello,") {
			t.Errorf("got %s", email)
		}
	}
}

func TestUnconfirmedSignUpsAndOldMessagesAreDeleted(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	v.get("/api/newsletter", "email", "late@mail.example", "fname", "Late").ok(t)
	v.post("/api/contact", "name", "Sam", "email", "sam@mail.example", "message", "Is there a shop?").ok(t)
	confirm := linkIn(t, s, "late@mail.example", "/newsletter/confirm")
	db := openStore(t, s)
	s.clock.advance(31 * 24 * time.Hour)
	if _, err := db.Visitors().DiscardSignUps(context.Background(), s.clock.now().AddDate(0, 0, -retention.SignUpDays)); err != nil {
		t.Fatal(err)
	}
	if page := v.postEncoded(confirm); page.status != 404 {
		t.Errorf("a month later: %d", page.status)
	}
	left := func() int {
		found, err := db.Erase(context.Background(), "sam@mail.example", payment.StaffMember{By: "test", Why: "test"})
		if err != nil {
			t.Fatal(err)
		}
		return found.Messages
	}
	s.clock.advance(340 * 24 * time.Hour)
	if _, err := db.Visitors().DiscardMessages(context.Background(), s.clock.now().AddDate(0, -retention.MessageMonths, 0)); err != nil {
		t.Fatal(err)
	}
	if n := left(); n != 0 {
		t.Errorf("a year later there are %d messages", n)
	}
}

func TestContactForm(t *testing.T) {
	s := start(t, func(c *server.Config) { c.NoLimits = true })
	v := s.visitor(t)
	form := []string{"siteCode", "MT", "name", "Priya Raman", "email", "priya@mail.example", "phone", "0131 496 0000", "bookingId", "MT482915",
		"message", "Could we move our arrival\r\nfrom Monday to Friday? <b>Thanks</b>", "website", ""}
	t.Run("[NEWS-16] /api/contact takes a message and e-mails it to the brand, once", func(t *testing.T) {
		sent := v.post("/api/contact", form...).ok(t).text("reference")
		if !regexp.MustCompile(`^C\d{6}$`).MatchString(sent) {
			t.Errorf("reference %q", sent)
		}
		if again := v.post("/api/contact", form...).ok(t).text("reference"); again != sent {
			t.Errorf("the same message again is %s, not %s", again, sent)
		}
		polltest.Until(t, "the e-mail", func() bool { return len(emailsTo(t, s, "help@meridian.example")) > 0 })
		got := emailsTo(t, s, "help@meridian.example")
		if len(got) != 1 {
			t.Fatalf("%d e-mails", len(got))
		}
		for _, part := range []string{"Reply-To: <priya@mail.example>", sent, "MT482915", "0131 496 0000", "Could we move our arrival", "&lt;b&gt;"} {
			if !strings.Contains(got[0], part) {
				t.Errorf("no %q in\n%s", part, got[0])
			}
		}
	})
	t.Run("all wrong fields at once, in the order of the form", func(t *testing.T) {
		got := v.post("/api/contact", "message", "too short").refused(t, 422, "CONTACT_NAME")
		if codes := strings.Join(got.codes(), " "); codes != "CONTACT_NAME CONTACT_EMAIL CONTACT_MESSAGE" {
			t.Errorf("codes %s", codes)
		}
		for _, text := range []string{"Please enter your name", "Please enter a valid email address", "Please enter your message"} {
			if !strings.Contains(string(got.body), text) {
				t.Errorf("no %q in %s", text, got.body)
			}
		}
		v.post("/api/contact", "siteCode", "BF").refused(t, 400, "INVALID_SITECODE")
	})
	t.Run("10 to 2,000 characters", func(t *testing.T) {
		for size, ok := range map[int]bool{9: false, 10: true, 2000: true, 2001: false} {
			got := v.post("/api/contact", "name", "Sam", "email", "sam@mail.example", "message", strings.Repeat("é", size))
			if (got.status == 200) != ok {
				t.Errorf("%d characters: %d %s", size, got.status, got.body)
			}
		}
	})
	t.Run("a program that fills in the hidden field is thanked, and nothing is stored", func(t *testing.T) {
		v.post("/api/contact", "name", "Bot", "email", "bot@mail.example", "message", "buy this now, buy this", "website", "https://spam.example").ok(t)
		found, err := openStore(t, s).Erase(context.Background(), "bot@mail.example", payment.StaffMember{By: "test", Why: "test"})
		if err != nil || found.Messages != 0 {
			t.Errorf("%+v %v", found, err)
		}
	})
}

// A message waits for a mail server that does not answer.
func TestAMessageWaitsForTheMailServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	mailbox := filepath.Join(s.dir, "mail")
	if err := os.RemoveAll(mailbox); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mailbox, nil, 0o600); err != nil { // no e-mail can be written
		t.Fatal(err)
	}
	v := s.visitor(t)
	v.post("/api/contact", "name", "Sam", "email", "sam@mail.example", "message", "Is there a shop?").ok(t)
	db := openStore(t, s)
	// next returns the tries so far, and moves the clock to the next one.
	next := func() (tries int) {
		waiting, err := db.WaitingJobs(context.Background(), 10)
		if err != nil || len(waiting) != 1 {
			t.Fatalf("%d jobs wait: %v", len(waiting), err)
		}
		s.clock.advance(max(0, waiting[0].Due.Sub(s.clock.now())))
		return waiting[0].Tries
	}
	polltest.Until(t, "more tries than an e-mail otherwise gets", func() bool { return next() > 13 })
	if err := os.Remove(mailbox); err != nil {
		t.Fatal(err)
	}
	s.clock.advance(24 * time.Hour)
	polltest.Until(t, "the e-mail", func() bool { return len(emailsTo(t, s, "help@meridian.example")) == 1 })
}

func TestErasingAnAddressDeletesItsSignUpAndMessages(t *testing.T) {
	s := start(t)
	v := s.visitor(t)
	v.get("/api/newsletter", "email", "gone@mail.example", "fname", "Gone").ok(t)
	v.get("/api/newsletter", "email", "stays@mail.example", "fname", "Stays").ok(t)
	v.post("/api/contact", "name", "Gone", "email", "Gone@mail.example", "message", "Please forget me.").ok(t)
	confirm := linkIn(t, s, "gone@mail.example", "/newsletter/confirm")
	other := linkIn(t, s, "stays@mail.example", "/newsletter/confirm")
	var asked []string
	agree := func(steps []string) bool { asked = steps; return len(asked) > 0 }
	found, err := openStore(t, s).Erase(context.Background(), " GONE@mail.example", payment.StaffMember{By: "sam", Why: "asked by letter", Agree: agree})
	if err != nil || found.Subscriptions != 1 || found.Messages != 1 {
		t.Errorf("%+v %v", found, err)
	}
	if len(asked) != 4 || strings.Contains(strings.Join(asked, ""), "gone@") {
		t.Errorf("asked: %v", asked)
	}
	if page := v.postEncoded(confirm); page.status != 404 {
		t.Errorf("the erased address can be confirmed: %d", page.status)
	}
	if page := v.postEncoded(other); page.status != 200 {
		t.Errorf("another address: %d", page.status)
	}
	again, err := openStore(t, s).Erase(context.Background(), "gone@mail.example", payment.StaffMember{By: "sam", Why: "once more"})
	if err != nil || again != (store.Erased{}) {
		t.Errorf("something was left: %+v %v", again, err)
	}
}
