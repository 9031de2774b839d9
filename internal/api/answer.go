package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"holidaymaker/internal/booking"
)

// compressFrom is the size in bytes from which answers are compressed.
const compressFrom = 1200

// answer is a body ready to be sent, with its compressed form.
type answer struct {
	body, zipped []byte
	tag          string // of the body, quoted; "" for answers that are not kept
}

func newAnswer(body []byte, kept bool) *answer {
	made := &answer{body: body}
	if len(body) >= compressFrom {
		made.zipped = Compress(body)
	}
	if kept {
		sum := sha256.Sum256(body)
		made.tag = base64.RawURLEncoding.EncodeToString(sum[:12])
	}
	return made
}

// etag is strong, so the compressed form has one of its own.
func (a *answer) etag(zipped bool) string {
	if zipped {
		return `"` + a.tag + `.g"`
	}
	return `"` + a.tag + `"`
}

// zipLevel takes 3 ms for a search of 1,200 parks (526 kB to 66 kB); level 1
// takes 2 ms for 83 kB.
const zipLevel = 6

var zippers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, zipLevel)
	return w
}}

// Compress gzips a body, fast rather than small.
func Compress(body []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(body)/4 + 64)
	w := zippers.Get().(*gzip.Writer)
	defer zippers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}

// send writes an answer, compressed where the client takes it, or 304.
func send(w http.ResponseWriter, r *http.Request, a *answer) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	body, zipped := a.body, a.zipped != nil && AcceptsGzip(r)
	if a.zipped != nil {
		header.Set("Vary", "Accept-Encoding")
	}
	if zipped {
		body = a.zipped
		header.Set("Content-Encoding", "gzip")
	}
	if a.tag != "" {
		header.Set("ETag", a.etag(zipped))
		if matches(r.Header.Get("If-None-Match"), a.etag(zipped)) {
			header.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// AcceptsGzip reports a client that takes gzip.
func AcceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if (name == "gzip" || name == "*") && strings.ReplaceAll(quality, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

func matches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if part = strings.TrimPrefix(strings.TrimSpace(part), "W/"); part == tag || part == "*" {
			return true
		}
	}
	return false
}

// body puts an operation's result into its envelope.
func (o Operation) body(result any) ([]byte, error) {
	raw, ok := result.(Encoded)
	if !ok {
		marshalled, err := json.Marshal(result)
		if err != nil {
			return nil, fmt.Errorf("write the answer of %s: %w", o.Name, err)
		}
		raw.JSON = marshalled
	}
	if o.Bare {
		return raw.JSON, nil
	}
	body := make([]byte, 0, len(raw.JSON)+24)
	body = append(body, `{"success":1,"data":`...)
	body = append(body, raw.JSON...)
	return append(body, '}'), nil
}

// fail answers an error: a Failure as it is, a refusal of booking or payment
// with its code, anything else as INTERNAL, whose text only the log has.
func (a *API) fail(w http.ResponseWriter, r *http.Request, o Operation, err error) {
	var failure *Failure
	if refused, ok := booking.FailureOf(err); ok {
		failure = ofBooking(refused)
	} else if !errors.As(err, &failure) {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return // the visitor has gone
		}
		a.log.LogAttrs(r.Context(), slog.LevelError, "request failed",
			slog.String("operation", o.Name), slog.String("request", RequestID(r.Context())), slog.String("error", err.Error()))
		failure = Refuse(Internal, "We are sorry but we have encountered an error. Please try again.")
	}
	WriteFailure(w, r, failure)
}

// ofBooking turns a refusal of the booking rules into one of the API.
func ofBooking(f *booking.Failure) *Failure {
	made := &Failure{RetryAfter: int(f.RetryAfter.Seconds())}
	for _, field := range f.Fields {
		made.Errors = append(made.Errors, Problem{Message: field.Message, Code: Code(f.Code), Field: field.Field})
	}
	if len(made.Errors) == 0 {
		made.Errors = []Problem{{Message: f.Message, Code: Code(f.Code)}}
	}
	if Code(f.Code) == PriceChanged && f.Price > 0 {
		made.Price, made.UnitID = f.Price.String(), f.OfferID
	}
	return made
}

// WriteFailure answers a failure with its status, never kept.
func WriteFailure(w http.ResponseWriter, r *http.Request, f *Failure) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "application/json")
	if f.RetryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
	body, err := json.Marshal(failureBody{Errors: f.Errors, RequestID: RequestID(r.Context()), Price: f.Price, UnitID: f.UnitID})
	if err != nil {
		body = []byte(`{"success":0,"errors":[]}`)
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(f.Status())
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
