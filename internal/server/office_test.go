package server_test

import (
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/server"
)

// placeholder replaces what is between braces in a pattern.
func placeholder(path string) string {
	for strings.Contains(path, "{") {
		from := strings.Index(path, "{")
		to := from + strings.Index(path[from:], "}")
		path = path[:from] + "x" + path[to+1:]
	}
	return path
}

// TestNoPathOfTheOfficeIsPublic walks both route tables: nothing of one answers on the other.
func TestNoPathOfTheOfficeIsPublic(t *testing.T) {
	s := start(t, func(c *server.Config) { c.OfficeAddr = "127.0.0.1:0" })
	ask := func(method, base, path string) (int, string) {
		request, err := http.NewRequestWithContext(t.Context(), method, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Origin", base)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	routes := (&office.Office{}).Routes()
	for _, route := range routes {
		if status, _ := ask(route.Method, s.OfficeURL(), route.Path); !route.Open && status != http.StatusUnauthorized {
			t.Errorf("%s %s of the office answers nobody with %d", route.Method, route.Path, status)
		}
		for _, method := range []string{"GET", "POST"} {
			if status, body := ask(method, s.URL(), route.Path); status != http.StatusNotFound {
				t.Errorf("%s %s of the office answers visitors with %d %.100q", method, route.Path, status, body)
			}
		}
	}
	for _, pattern := range s.Patterns() {
		method, path, found := strings.Cut(pattern, " ")
		if !found {
			method, path = "GET", pattern
		}
		status, body := ask(method, s.OfficeURL(), placeholder(path))
		if status != http.StatusNotFound && status != http.StatusForbidden {
			t.Errorf("%s of the public site answers in the office with %d %.100q", pattern, status, body)
		}
	}
	if len(routes) < 2 || len(s.Patterns()) < 40 {
		t.Errorf("the tables have %d and %d routes", len(routes), len(s.Patterns()))
	}
}

// TestEveryCallAsEveryRole calls each route of the office as nobody and as each role.
func TestEveryCallAsEveryRole(t *testing.T) {
	s := start(t, func(c *server.Config) { c.OfficeAddr = "127.0.0.1:0" })
	routes := (&office.Office{}).Routes()
	for _, role := range append([]staff.Role{""}, staff.Roles...) {
		for _, route := range routes {
			who := &officetest.Client{URL: s.OfficeURL()}
			if role != "" { // a session each, because one of the calls signs out
				who = officetest.SignIn(t, s.OfficeStore(), s.OfficeURL(), role, parksOf(role)...)
			}
			status, refusal := who.Call(t, route.Path, inputOf(route), nil)
			switch may := route.Needs == "" || staff.GrantOf(role, route.Needs).May(); {
			case route.Open:
				if status == http.StatusUnauthorized || status == http.StatusForbidden {
					t.Errorf("%s as %q: %d, although nobody need be signed in", route.Path, role, status)
				}
			case role == "":
				if status != http.StatusUnauthorized {
					t.Errorf("%s as nobody: %d", route.Path, status)
				}
			case !may:
				if status != http.StatusForbidden || len(refusal.Needs) == 0 {
					t.Errorf("%s as %q: %d %+v", route.Path, role, status, refusal)
				}
			case status == http.StatusUnauthorized || status >= 500:
				t.Errorf("%s as %q, who may: %d %+v", route.Path, role, status, refusal)
			}
		}
	}
}

func parksOf(role staff.Role) []string {
	if role == staff.Park {
		return []string{"CF101"}
	}
	return nil
}

// inputOf returns an empty input of a call; nil for those by GET.
func inputOf(route office.Route) any {
	if route.Method == "GET" {
		return nil
	}
	return map[string]any{}
}

// TestNoRequestIsAFaultOfOurs sends made-up inputs as each role: no answer is a fault of ours.
func TestNoRequestIsAFaultOfOurs(t *testing.T) {
	s := start(t, func(c *server.Config) { c.OfficeAddr, c.NoLimits = "127.0.0.1:0", true })
	draw := rand.New(rand.NewPCG(1, 2))
	for _, role := range staff.Roles {
		who := officetest.SignIn(t, s.OfficeStore(), s.OfficeURL(), role, parksOf(role)...)
		for _, route := range (&office.Office{}).Routes() {
			if route.Method == "GET" || route.Path == "/api/sign-out" {
				continue
			}
			for range 12 {
				in := madeUp(draw, route.In, 0)
				if status, refusal := who.Call(t, route.Path, in, nil); status >= 500 {
					t.Errorf("%s as %s with %+v: %d %+v", route.Path, role, in, status, refusal)
				}
			}
		}
	}
}

// texts are what inputs are made of.
var texts = []string{"", "x", "CF101", "manager", "park", "a@b.example", "null", "2026-02-30", "2027-06-05", "refund", "cancel", "%00", "\u0000", "'; --", "é\u202e", strings.Repeat("9", 5000), "-1"}

// madeUp returns a value that is encoded like one of a type, now and then one of another.
func madeUp(draw *rand.Rand, t reflect.Type, deep int) any {
	if draw.IntN(12) == 0 || deep > 5 {
		return []any{nil, true, -1, 1e300, "x", []any{}, map[string]any{}}[draw.IntN(7)]
	}
	switch t.Kind() {
	case reflect.Struct:
		all := map[string]any{}
		for _, f := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && draw.IntN(8) > 0 {
				all[name] = madeUp(draw, f.Type, deep+1)
			}
		}
		return all
	case reflect.Pointer:
		return madeUp(draw, t.Elem(), deep+1)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 { // JSON as it is
			return map[string]any{"id": "AA", "rawId": "AA", "type": "public-key", "response": map[string]any{"clientDataJSON": "AA", "attestationObject": "AA", "authenticatorData": "AA", "signature": "AA"}}
		}
		all := []any{}
		for range draw.IntN(3) {
			all = append(all, madeUp(draw, t.Elem(), deep+1))
		}
		return all
	case reflect.Bool:
		return draw.IntN(2) == 0
	case reflect.String:
		return texts[draw.IntN(len(texts))]
	default:
		return []int64{0, 1, -1, 7, 1 << 40, -1 << 62}[draw.IntN(6)]
	}
}
