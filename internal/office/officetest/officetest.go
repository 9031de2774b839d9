// Package officetest lets tests ask the office over HTTP, as a person of any role.
package officetest

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/staff"
)

// Serve serves an office until the test ends. It fills in the address and, where there is
// none, the log.
func Serve(t testing.TB, c office.Config) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	c.URL = strings.Replace("http://"+server.Listener.Addr().String(), "127.0.0.1", "localhost", 1) // passkeys know no IP addresses
	if c.Now == nil {
		c.Now = testclock.Now
	}
	if c.Name == "" {
		c.Name = "Example Holidays"
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	o, err := office.New(c)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = o.Handler()
	server.Start()
	server.URL = c.URL
	t.Cleanup(server.Close)
	return server
}

// Client asks the office as one person, or as nobody.
type Client struct {
	URL    string // of the office
	Token  string // of the cookie; "": nobody is signed in
	Person staff.Person
}

// SignIn adds a person with a role, who sees the parks with these ids where the role is that
// of a park, and begins a session in the way that a sign-in does.
func SignIn(t testing.TB, store staff.Store, url string, role staff.Role, parks ...string) *Client {
	t.Helper()
	id := uuid.NewString()
	c := &Client{URL: url, Person: staff.Person{ID: id, Name: "Priya " + string(role), Email: id + "@office.example", Role: role, Parks: parks, Version: 1}}
	err := store.Update(t.Context(), func(tx staff.Tx) (err error) {
		if err = tx.AddPerson(c.Person); err == nil {
			c.Token, err = staff.SignIn(tx, c.Person, staff.Session{How: "test"}, "")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Call makes a call, keeps the cookie that comes with the answer, and reads the answer into out, if that is not nil and the call succeeds.
// Otherwise it returns what the answer refuses. Calls with input nil are sent by GET.
func (c *Client) Call(t testing.TB, path string, in, out any) (status int, refusal staff.Refusal) {
	t.Helper()
	method, body := http.MethodGet, []byte(nil)
	if in != nil {
		method = http.MethodPost
		var err error
		if body, err = json.Marshal(in); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), method, c.URL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", c.URL)
	if c.Token != "" {
		request.AddCookie(office.SessionCookie(c.Token))
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	for _, cookie := range answer.Cookies() {
		if cookie.Name == office.SessionCookie("").Name {
			c.Token = cookie.Value
		}
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	var failure office.Failure
	switch {
	case answer.StatusCode != http.StatusOK:
		failure.Error = &refusal
		err = json.Unmarshal(text, &failure)
	case out != nil:
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		t.Fatalf("%s %s answers %d with %q: %v", method, path, answer.StatusCode, text, err)
	}
	return answer.StatusCode, refusal
}
