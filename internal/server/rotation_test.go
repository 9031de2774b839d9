package server_test

import (
	"net/url"
	"strings"
	"testing"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

const (
	firstSecret  = "the secret until today, of 32 characters"
	secondSecret = "the secret from now on, of 32 characters"
)

// withSecrets starts a server with a secret and others that it accepts.
func withSecrets(secret string, others ...string) func(*server.Config) {
	return func(c *server.Config) { c.Secret, c.EarlierSecrets = secret, others }
}

// rotation is a site that is restarted in the steps of a change of its secret, while a
// visitor is in the middle of things.
type rotation struct {
	*running
	t *testing.T
	v *visitor
}

func (r *rotation) restart(change ...func(*server.Config)) {
	r.t.Helper()
	dir := r.dir
	if r.running.Server != nil {
		r.stop()
	}
	next, err := launch(dir, change...)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(next.stop)
	r.running, r.v.base = next, next.URL()
}

// The secret is changed while a visitor books: what was signed before it is accepted after
// it. A link in an e-mail works even when the first secret is forgotten.
func TestASecretIsChangedWhileAVisitorBooks(t *testing.T) {
	r := &rotation{running: &running{dir: t.TempDir()}, t: t, v: &visitor{t: t, cookies: map[string]string{}, headers: map[string]string{}}}
	r.restart(withSecrets(firstSecret))
	v := r.v
	v.get("/api/newsletter", "email", "Jo@mail.example", "fname", "Jo").ok(t)
	unsubscribe := linkIn(t, r.running, "Jo@mail.example", "/newsletter/unsubscribe")
	search := v.get("/api/search", "nights", "7").ok(t).text("searchId")
	v.buy(v.juneUnits("CF101")[0], "deposit")
	ref := v.hold(v.juneUnits("CF101")[0]).ok(t).text("booking", "bookId")
	v.details(ref)
	prepared := v.prepay(ref, "deposit", "worldpay").ok(t)
	asked := v.settled(ref, prepared, v.authorise(ref, prepared, challengedCard, "W Quackenbush")).ok(t)
	bank := asked.text("challenge", "url")
	decided := fields(postForm(t, bank, url.Values{"JWT": {asked.text("challenge", "jwt")}, "MD": {asked.text("challenge", "md")}}))
	decided.Set("decision", "approve")
	fromBank := fields(postForm(t, strings.Replace(bank, "challenge.html", "decision", 1), decided))

	r.restart(withSecrets(firstSecret, secondSecret)) // every node accepts the second secret before one uses it
	v.get("/api/searchresults", "searchId", search).ok(t)
	r.restart(withSecrets(secondSecret, firstSecret))
	v.get("/api/searchresults", "searchId", search).ok(t)
	frame := r.visitor(t)
	frame.headers["Origin"] = r.ProviderURL()
	if back := frame.do("POST", "/api/threedsreturn", strings.NewReader(fromBank.Encode()), "application/x-www-form-urlencoded"); back.status != 200 {
		t.Fatalf("back from the bank: %d %s", back.status, back.body)
	}
	status := v.post("/api/postpayment", "bookId", ref, "paymntRecId", prepared.text("paymntRecId"), "action", "status")
	if got := v.settled(ref, prepared, status).ok(t); got.text("confirmationId") != ref {
		t.Errorf("the payment that was at the bank is not confirmed: %s", got.body)
	}
	db := openStore(t, r.running)
	polltest.Until(t, "every digest by the second secret", func() bool {
		counts, err := db.DigestKeys(t.Context())
		return err == nil && counts[keyring.ID(secondSecret)] == 2 && len(counts) == 1
	})

	r.restart(withSecrets(secondSecret))
	v.get("/api/searchresults", "searchId", search).refused(t, 404, "NOT_FOUND")
	if page := v.postEncoded(unsubscribe); page.status != 200 {
		t.Errorf("the link in an old e-mail: %d %s", page.status, page.body)
	}
}

// The secret in the database is changed by command, and one in the settings takes its place
// without a loss.
func TestSecretsComeFromTheSettingsAndTheDatabase(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, testclock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	secrets := func(configured string, earlier ...string) string {
		t.Helper()
		all, err := server.Secrets(t.Context(), s, configured, earlier)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(all, ", ")
	}
	if got := secrets(firstSecret, secondSecret); got != firstSecret+", "+secondSecret {
		t.Errorf("only those of the settings: %s", got)
	}
	own := secrets("")
	if len(own) < 32 || secrets("") != own {
		t.Errorf("the database's own secret: %s", own)
	}
	if got := secrets(firstSecret, own); got != firstSecret+", "+own {
		t.Errorf("the settings take the place of the database: %s", got)
	}
	if got := secrets("", firstSecret); got != own+", "+firstSecret {
		t.Errorf("and the other way round: %s", got)
	}
	if _, err := server.Secrets(t.Context(), s, "a", []string{"b", "c", "d", "e"}); err == nil || !strings.Contains(err.Error(), "remove the oldest") {
		t.Errorf("too many: %v", err)
	}
}
