package office_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store/storetest"
)

// TestMain runs an identity provider instead of the tests, where a test has started this
// program for it.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_IDENTITY_PROVIDER") != "" {
		if err := identityProvider(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// withGroups adds groups to what the provider says of its people.
type withGroups struct{ *storage.Storage }

func (s withGroups) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, origin string) error {
	if info.Claims == nil {
		info.Claims = map[string]any{}
	}
	info.Claims["groups"] = []string{"everybody", "clerks"}
	return s.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin)
}

// identityProvider serves zitadel's provider until its input ends. It prints its address, and
// reads the address to which it may send browsers back.
func identityProvider() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // until the process ends
	if err != nil {
		return err
	}
	issuer := strings.Replace("http://"+listener.Addr().String(), "127.0.0.1", "localhost", 1)
	fmt.Println(issuer)
	input := bufio.NewReader(os.Stdin)
	back, err := input.ReadString('\n')
	if err != nil {
		return err
	}
	storage.RegisterClients(storage.WebClient("office", "secret", strings.TrimSpace(back)))
	people := withGroups{storage.NewStorage(storage.NewUserStore(issuer))}
	handler := exampleop.SetupServer(issuer, people, slog.New(slog.DiscardHandler), false, op.WithAllowInsecure())
	go func() {
		_, _ = io.Copy(io.Discard, input)
		_ = listener.Close()
	}()
	return http.Serve(listener, handler) //nolint:gosec // a test's own provider
}

// startProvider starts the provider as a process of its own. Tell it the address to which it
// sends browsers back.
func startProvider(t *testing.T) (issuer string, tell func(back string)) {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), "TEST_IDENTITY_PROVIDER=1")
	process.Stderr = os.Stderr
	input, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close()
		_ = process.Wait()
	})
	issuer, err = bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(issuer), func(back string) {
		if _, err := fmt.Fprintln(input, back); err != nil {
			t.Fatal(err)
		}
	}
}

// browser follows redirects and keeps cookies, also Secure ones, as browsers do at localhost.
type browser struct {
	*http.Client
	t *testing.T
}

// atLocalhost sends and keeps Secure cookies without TLS.
type atLocalhost struct{ *cookiejar.Jar }

func (j atLocalhost) SetCookies(u *url.URL, all []*http.Cookie) {
	for _, one := range all {
		one.Secure = false
	}
	j.Jar.SetCookies(u, all)
}

func newBrowser(t *testing.T) browser {
	jar, _ := cookiejar.New(nil) // it fails never
	return browser{&http.Client{Jar: atLocalhost{jar}}, t}
}

// get opens an address, and returns where the browser is then, and the page.
func (b browser) get(address string) (at *url.URL, page string) {
	b.t.Helper()
	answer, err := b.Get(address) //nolint:noctx // ends with the test's servers
	if err != nil {
		b.t.Fatal(err)
	}
	return b.shows(answer)
}

func (b browser) shows(answer *http.Response) (at *url.URL, page string) {
	b.t.Helper()
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer.Request.URL, string(text)
}

// signIn fills in the provider's form.
func (b browser) signIn(at *url.URL) (*url.URL, string) {
	b.t.Helper()
	answer, err := b.PostForm(at.Scheme+"://"+at.Host+"/login/username", url.Values{"id": {at.Query().Get("authRequestID")}, //nolint:noctx // likewise
		"username": {"test-user@localhost"}, "password": {"verysecure"}})
	if err != nil {
		b.t.Fatal(err)
	}
	return b.shows(answer)
}

func (b browser) client(base string) *officetest.Client {
	b.t.Helper()
	address, err := url.Parse(base)
	if err != nil {
		b.t.Fatal(err)
	}
	c := &officetest.Client{URL: base}
	for _, cookie := range b.Jar.Cookies(address) {
		if cookie.Name == "__Host-office" {
			c.Token = cookie.Value
		}
	}
	return c
}

// TestSignInByAnIdentityProvider has the machine's clock, as the provider has it.
func TestSignInByAnIdentityProvider(t *testing.T) {
	issuer, tell := startProvider(t)
	s := storetest.SQLite(t).Open(t, time.Now).Office()
	server := officetest.Serve(t, office.Config{Store: s, Now: time.Now,
		Provider: office.Provider{Issuer: issuer, ClientID: "office", Secret: "secret", Groups: []office.Group{{Name: "clerks", Role: staff.Reservations}}}})
	tell(server.URL + "/sign-in/provider/back")
	b := newBrowser(t)
	if _, page := b.get(server.URL + "/api/door"); !strings.Contains(page, `"provider":"/sign-in/provider"`) {
		t.Errorf("the door says %s", page)
	}
	at, page := b.get(server.URL + "/sign-in/provider?to=/bookings")
	if !strings.HasPrefix(at.String(), issuer) {
		t.Fatalf("the browser is at %s: %s", at, page)
	}
	if at, page = b.signIn(at); at.String() != server.URL+"/bookings" {
		t.Fatalf("after the sign-in the browser is at %s: %.300s", at, page)
	}
	c := b.client(server.URL)
	var me office.Me
	if status, refusal := c.Call(t, "/api/me", nil, &me); status != http.StatusOK || me.Person.Role != staff.Reservations || me.Person.Email == "" {
		t.Fatal(status, refusal, me)
	}
	var asked office.Asked
	if status, refusal := c.Call(t, "/api/stepup/begin", office.Again{Hash: "P1", To: "/bookings/X/refund"}, &asked); status != http.StatusOK || asked.Provider == "" {
		t.Fatal(status, refusal, asked)
	}
	// The provider counts in seconds, and this is all within one.
	if err := s.Update(t.Context(), func(tx staff.Tx) error {
		return tx.StepUp(staff.Digest(c.Token), "", tx.Now().Add(-time.Hour))
	}); err != nil {
		t.Fatal(err)
	}
	at, _ = b.get(server.URL + asked.Provider)
	if at, page = b.signIn(at); at.String() != server.URL+"/bookings/X/refund" {
		t.Fatalf("after the step-up the browser is at %s: %.300s", at, page)
	}
	err := s.View(t.Context(), func(tx staff.Tx) error {
		session, err := tx.Session(staff.Digest(c.Token))
		if !session.SteppedUp("P1", tx.Now()) || session.SteppedUp("P2", tx.Now()) {
			t.Errorf("after the step-up the session is %+v", session)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// liar is an identity provider whose answers a test chooses.
type liar struct {
	*httptest.Server
	key    *rsa.PrivateKey
	claims func(nonce string) map[string]any
	down   bool
	nonce  string
}

func newLiar(t *testing.T) *liar {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	l := &liar{key: key}
	l.Server = httptest.NewServer(http.HandlerFunc(l.answer))
	t.Cleanup(l.Close)
	return l
}

func (l *liar) answer(w http.ResponseWriter, r *http.Request) {
	if l.down {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var value any
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		value = map[string]any{"issuer": l.URL, "authorization_endpoint": l.URL + "/authorize", "token_endpoint": l.URL + "/token", "jwks_uri": l.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"}}
	case "/keys":
		value = jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: l.key.Public(), KeyID: "1", Algorithm: "RS256", Use: "sig"}}}
	case "/authorize":
		l.nonce = r.FormValue("nonce")
		http.Redirect(w, r, r.FormValue("redirect_uri")+"?code=1&state="+url.QueryEscape(r.FormValue("state")), http.StatusSeeOther)
		return
	case "/token":
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: l.key, KeyID: "1"}}, nil)
		if err != nil {
			panic(err)
		}
		body, _ := json.Marshal(l.claims(l.nonce))
		signed, err := signer.Sign(body)
		if err != nil {
			panic(err)
		}
		token, _ := signed.CompactSerialize()
		value = map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": token}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

func TestAnswersOfAnIdentityProvider(t *testing.T) {
	l := newLiar(t)
	now := testclock.Now()
	s := storetest.SQLite(t).Open(t, func() time.Time { return now }).Office()
	groups, err := office.ParseGroups("auditors=auditor, beach=park:CF102, beach=park:CF101")
	if err != nil {
		t.Fatal(err)
	}
	server := officetest.Serve(t, office.Config{Store: s, Now: func() time.Time { return now }, Provider: office.Provider{Issuer: l.URL, ClientID: "office", Groups: groups}})
	for _, c := range []struct {
		name   string
		change map[string]any
		at     string
	}{
		{"a clock that is half a minute behind", map[string]any{"exp": now.Add(-30 * time.Second).Unix(), "auth_time": now.Add(30 * time.Second).Unix()}, "/bookings"},
		{"the groups of a park", map[string]any{"sub": "2", "email": "b@office.example", "groups": []string{"beach"}}, "/bookings"},
		{"another audience", map[string]any{"aud": "shop"}, "/sign-in?problem=refused"},
		{"another issuer", map[string]any{"iss": "https://evil.example"}, "/sign-in?problem=refused"},
		{"another nonce", map[string]any{"nonce": "N"}, "/sign-in?problem=refused"},
		{"an answer that is too old", map[string]any{"exp": now.Add(-2 * time.Minute).Unix()}, "/sign-in?problem=refused"},
		{"a sign-in of this morning", map[string]any{"auth_time": now.Add(-time.Hour).Unix()}, "/sign-in?problem=refused"},
		{"a sign-in at no time", map[string]any{"auth_time": 0}, "/sign-in?problem=refused"},
		{"no group with a role", map[string]any{"groups": []string{"everybody"}}, "/sign-in?problem=role"},
		{"somebody new with an address that is not verified", map[string]any{"sub": "3", "email": "c@office.example", "email_verified": false}, "/sign-in?problem=role"},
	} {
		l.claims = func(nonce string) map[string]any {
			all := map[string]any{"iss": l.URL, "aud": "office", "sub": "1", "nonce": nonce, "exp": now.Add(time.Hour).Unix(), "iat": now.Unix(), "auth_time": now.Unix(),
				"email": "a@office.example", "email_verified": true, "name": "Al A", "groups": []string{"auditors", "beach"}}
			for name, value := range c.change {
				all[name] = value
			}
			return all
		}
		b := newBrowser(t)
		if at, _ := b.get(server.URL + "/sign-in/provider?to=/bookings"); at.String() != server.URL+c.at {
			t.Errorf("%s: the browser is at %s", c.name, at)
		}
		if status, _ := b.client(server.URL).Call(t, "/api/me", nil, nil); (status == http.StatusOK) != (c.at == "/bookings") {
			t.Errorf("%s: the session answers %d", c.name, status)
		}
	}
	err = s.View(t.Context(), func(tx staff.Tx) error {
		p, err := tx.PersonByEmail("b@office.example")
		if p.Role != staff.Park || fmt.Sprint(p.Parks) != "[CF101 CF102]" {
			t.Errorf("the park's person is %+v", p)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAnswersFromTheProviderThatNobodyWaitsFor(t *testing.T) {
	l := newLiar(t)
	now := testclock.Now()
	s := storetest.SQLite(t).Open(t, func() time.Time { return now }).Office()
	server := officetest.Serve(t, office.Config{Store: s, Now: func() time.Time { return now },
		Provider: office.Provider{Issuer: l.URL, ClientID: "office", Groups: []office.Group{{Name: "auditors", Role: staff.Auditor}}}})
	l.claims = func(nonce string) map[string]any {
		return map[string]any{"iss": l.URL, "aud": "office", "sub": "1", "nonce": nonce, "exp": now.Add(time.Hour).Unix(), "auth_time": now.Unix(),
			"email": "a@office.example", "email_verified": true, "name": "Al A", "groups": []string{"auditors"}}
	}
	want := func(name string, at *url.URL, path string) {
		t.Helper()
		if at.String() != server.URL+path {
			t.Errorf("%s: the browser is at %s", name, at)
		}
	}
	l.down = true
	at, _ := newBrowser(t).get(server.URL + "/sign-in/provider")
	want("the provider is down", at, "/sign-in?problem=provider")
	l.down = false

	at, _ = newBrowser(t).get(server.URL + "/sign-in/provider/back?code=1&state=S")
	want("an answer to another browser", at, "/sign-in?problem=late")

	b := newBrowser(t)
	var back string
	b.CheckRedirect = func(next *http.Request, _ []*http.Request) error {
		if next.URL.Path == "/sign-in/provider/back" {
			back = next.URL.String()
			return http.ErrUseLastResponse
		}
		return nil
	}
	b.get(server.URL + "/sign-in/provider?to=https://evil.example")
	b.CheckRedirect = nil
	at, _ = b.get(back)
	want("an address of another site", at, "/")
	at, _ = b.get(back)
	want("an answer that comes twice", at, "/sign-in?problem=late")

	b = newBrowser(t)
	b.CheckRedirect = func(next *http.Request, _ []*http.Request) error {
		now = now.Add(6 * time.Minute)
		return nil
	}
	at, _ = b.get(server.URL + "/sign-in/provider")
	want("an answer that comes late", at, "/sign-in?problem=late")
	b = newBrowser(t)
	b.CheckRedirect = func(next *http.Request, _ []*http.Request) error {
		l.down = next.URL.Path == "/sign-in/provider/back"
		return nil
	}
	at, _ = b.get(server.URL + "/sign-in/provider")
	want("the provider goes down meanwhile", at, "/sign-in?problem=provider")
}
