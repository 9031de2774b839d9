// Package office is where the people who run the holidays work: an address, a listener and a
// front end of its own, which no visitor reaches. It knows who asks (package staff), decides
// whether they may, and records what they did and read.
package office

import (
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/record"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/web/httpx"
)

// Config is what the office needs.
type Config struct {
	Store  staff.Store
	Find   *find.Service
	Record *record.Service
	// URL is the address as people type it, without a path. No other host is answered.
	URL  string
	Name string // of the company, as the office shows it
	Demo bool   // everything is made up
	Log  *slog.Logger
}

// Office answers the people of the office. It is safe for concurrent use.
type Office struct {
	config  Config
	origin  string // of URL
	host    string
	headers http.Header // of every answer
	files   *files
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
					o.refuse(recorder, r, staff.Refuse(staff.Internal, wentWrong))
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
