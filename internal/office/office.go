// Package office is where the people who run the holidays work: an address, a listener and a
// front end of its own, which no visitor reaches. It knows who asks (package staff), decides
// whether they may, and records what they did and read.
package office

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/record"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/web/httpx"
)

// Config is what the office needs.
type Config struct {
	Store  staff.Store
	Find   *find.Service
	Record *record.Service
	// URL is the address as people type it, without a path. No other host is answered.
	URL      string
	Name     string // of the brand, as the office shows it
	Demo     bool   // everything is made up
	NoLimits bool   // anybody may try to sign in as often as they like
	// Clients finds the address of who asks, by which attempts to sign in are counted.
	Clients httpx.Clients
	// Provider is the identity provider; the zero value: people have passkeys alone.
	Provider Provider
	Now      func() time.Time // the store's clock
	// Payments plans and does what people do with bookings. Limits are up to which sums they give
	// money away; zero: DefaultDeedLimits.
	Payments *payment.Service
	Limits   DeedLimits
	Log      *slog.Logger
}

// Office answers the people of the office. It is safe for concurrent use.
type Office struct {
	config  Config
	origin  string // of URL
	host    string
	headers http.Header // of every answer
	files   *files

	passkeys *webauthn.WebAuthn
	provider *provider        // nil: there is none
	attempts *httpx.Allowance // of calls that lead to a session; nil: no limit
}

// New returns the office. Config.URL must be an address with scheme and host.
func New(c Config) (*Office, error) {
	address, err := url.Parse(c.URL)
	if err != nil {
		return nil, err
	}
	o := &Office{config: c, origin: address.Scheme + "://" + address.Host, host: address.Host}
	o.headers = httpx.Baseline(address.Scheme == "https")
	o.headers.Set("Cache-Control", "no-store")
	o.headers.Set("X-Robots-Tag", "noindex, nofollow")
	o.headers.Set("Referrer-Policy", "same-origin")
	o.headers.Set("Cross-Origin-Resource-Policy", "same-origin")
	o.headers.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
	if c.Provider.Issuer != "" {
		o.provider = &provider{Provider: c.Provider, client: &http.Client{Transport: c.Provider.Transport, Timeout: providerWait}, back: o.origin + backPath}
	}
	if !c.NoLimits {
		o.attempts = httpx.NewAllowance(120, 600)
	}
	if o.passkeys, err = newPasskeys(address.Hostname(), o.origin, c.Name); err != nil {
		return nil, fmt.Errorf("prepare passkeys: %w", err)
	}
	o.files, err = embeddedFiles()
	return o, err
}

// Handler returns what answers on the office's listener.
func (o *Office) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, route := range o.Routes() {
		mux.Handle(route.Method+" "+route.Path, o.serve(route))
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		o.refuse(w, r, staff.Refuse(staff.Unknown, "There is no such call."))
	})
	if o.provider != nil {
		mux.HandleFunc("GET "+providerPath, o.limited(o.toProvider))
		mux.HandleFunc("GET "+backPath, o.limited(o.fromProvider))
	}
	o.files.routes(mux)
	return o.guard(mux)
}

// guard is what every request passes first: it gets the headers of every answer and an id,
// and is refused where it is for another host or a change comes from another site. A panic
// becomes an answer.
func (o *Office) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, id := httpx.WithIdentity(r.Context(), "", nil)
		r = r.WithContext(ctx)
		recorder := httpx.Record(w)
		maps.Copy(w.Header(), o.headers)
		w.Header().Set("X-Request-Id", id)
		defer func() {
			if reason := recover(); reason != nil {
				if reason == http.ErrAbortHandler { //nolint:errorlint // net/http panics with this very value
					panic(reason)
				}
				o.config.Log.ErrorContext(ctx, "panic in the office", "request", id, "reason", reason, "stack", string(debug.Stack()))
				if recorder.Status == 0 {
					o.refuse(recorder, r, staff.Refuse(staff.Failed, wentWrong))
				}
			}
		}()
		switch {
		case !strings.EqualFold(r.Host, o.host):
			httpx.SendText(recorder, r, http.StatusMisdirectedRequest, httpx.NoStore, "The office is not at this address.")
		case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Header.Get("Origin") != o.origin:
			o.refuse(recorder, r, staff.Refuse(staff.Forbidden, "This request does not come from the office."))
		default:
			next.ServeHTTP(recorder, r)
		}
	})
}
