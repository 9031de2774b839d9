// Package cspreport takes what browsers report about our content security policy: something
// that a page was not allowed to do. It keeps counts alone: anybody can send a report,
// and the addresses in it may hold what a visitor typed.
package cspreport

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"holidaymaker/internal/web/httpx"
)

// Path is the address of the endpoint.
const Path = "/api/csp-reports"

// Limits of what is read: the size of a request and the reports in it, and the requests of a
// minute, of a client's network and of all.
const (
	maxBody         = 16 << 10
	maxReports      = 20
	clientPerMinute = 10
	perMinute       = 120
)

// Directives are the directives that are counted by name; "other" counts every other one,
// and "extension" what a browser's extensions tried.
var Directives = []string{"script-src", "style-src", "img-src", "font-src", "media-src", "connect-src", "frame-src", "form-action", "worker-src", "base-uri", "object-src", "frame-ancestors", "require-trusted-types-for", "extension", "other"}

// Kind is what is counted of a report.
type Kind struct {
	Directive string // of Directives
	Payment   bool   // whether the page was a payment page
}

// Reports counts reports. It is safe for concurrent use.
type Reports struct {
	payment   func(path string) bool
	log       *slog.Logger
	now       func() time.Time
	allowance *httpx.Allowance

	mu     sync.Mutex
	counts map[Kind]uint64
	logged map[Kind]time.Time
}

// New returns counts of nothing. payment says whether the page of a path is a payment page.
func New(payment func(path string) bool, log *slog.Logger, now func() time.Time) *Reports {
	return &Reports{
		payment: payment, log: log, now: now, allowance: httpx.NewAllowance(clientPerMinute, perMinute),
		counts: map[Kind]uint64{}, logged: map[Kind]time.Time{},
	}
}

// ServeHTTP takes the reports of a browser. It answers 204 to everything: nobody reads the
// answer.
func (r *Reports) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	w.Header()["Cache-Control"] = httpx.NoStore
	defer w.WriteHeader(http.StatusNoContent)
	if !r.allowance.Allow(httpx.Client(request.Context()), r.now()) {
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, maxBody))
	if err != nil {
		return
	}
	kind, _, _ := mime.ParseMediaType(request.Header.Get("Content-Type"))
	for _, k := range r.kindsOf(kind, body) {
		r.count(k)
	}
}

// violation is what is read of a report, in the form of Reporting API and in that of
// report-uri.
type violation struct {
	Page       string `json:"documentURL"`
	Directive  string `json:"effectiveDirective"`
	Blocked    string `json:"blockedURL"`
	Source     string `json:"sourceFile"`
	OldPage    string `json:"document-uri"`
	OldName    string `json:"effective-directive"`
	Violated   string `json:"violated-directive"`
	OldBlocked string `json:"blocked-uri"`
	OldSource  string `json:"source-file"`
}

// kindsOf reads the reports of a request. What cannot be read is nothing.
func (r *Reports) kindsOf(mediaType string, body []byte) (kinds []Kind) {
	switch mediaType {
	case "application/csp-report":
		var one struct {
			Report *violation `json:"csp-report"`
		}
		if json.Unmarshal(body, &one) == nil && one.Report != nil {
			kinds = append(kinds, r.kind(*one.Report))
		}
	case "application/reports+json":
		var list []struct {
			Type string    `json:"type"`
			Body violation `json:"body"`
		}
		if json.Unmarshal(body, &list) != nil {
			return nil
		}
		for _, report := range list[:min(len(list), maxReports)] {
			if report.Type == "csp-violation" {
				kinds = append(kinds, r.kind(report.Body))
			}
		}
	}
	return kinds
}

// variants are the directives that browsers name more exactly than we do.
var variants = strings.NewReplacer("-elem", "", "-attr", "")

func (r *Reports) kind(v violation) Kind {
	directive, _, _ := strings.Cut(v.Directive+v.OldName, " ")
	if directive == "" {
		directive, _, _ = strings.Cut(v.Violated, " ")
	}
	directive = variants.Replace(directive)
	if !slices.Contains(Directives, directive) {
		directive = "other"
	}
	for _, address := range []string{v.Blocked, v.OldBlocked, v.Source, v.OldSource} {
		if scheme, _, _ := strings.Cut(address, ":"); strings.HasSuffix(scheme, "-extension") {
			directive = "extension"
		}
	}
	page, err := url.Parse(v.Page + v.OldPage)
	return Kind{directive, err == nil && r.payment(page.Path)}
}

// quiet is how long nothing more is logged about reports of a kind.
const quiet = time.Hour

func (r *Reports) count(k Kind) {
	r.mu.Lock()
	r.counts[k]++
	last, before := r.logged[k]
	tell := !before || r.now().Sub(last) >= quiet
	if tell {
		r.logged[k] = r.now()
	}
	r.mu.Unlock()
	if !tell || k.Directive == "extension" {
		return
	}
	level := slog.LevelInfo
	if k.Payment {
		level = slog.LevelWarn
	}
	r.log.Log(context.Background(), level, "a browser reports that a page was kept from something", "directive", k.Directive, "payment_page", k.Payment)
}

// Counts returns how many reports of each kind there were.
func (r *Reports) Counts() map[Kind]uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}
