package errorreport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/web/httpx"
)

// maxEnvelope limits a browser's report; the service itself takes 1 MB.
const maxEnvelope = 100 << 10

// Tunnel takes the reports of browsers and forwards them to the service. It
// accepts events for our own DSN only, removes personal data again, and answers
// before it forwards.
func (r *Reporter) Tunnel(w http.ResponseWriter, req *http.Request) {
	header := w.Header()
	header["Content-Type"], header["Cache-Control"] = httpx.JSON, httpx.NoStore
	if r == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	address := httpx.Client(req.Context())
	if !r.visitors.Allow(address, time.Now()) {
		header.Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxEnvelope))
	var over *http.MaxBytesError
	if errors.As(err, &over) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	var id string
	var envelope []byte
	if err == nil {
		id, envelope, err = r.checkEvent(content, address, req.UserAgent())
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	select {
	case r.queue <- envelope:
	default: // the service is slow: this report is lost
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"id": id}) // an error: the browser has gone
}

// checkEvent returns the id of a browser's event, and an envelope that contains
// this event alone, without personal data.
func (r *Reporter) checkEvent(content []byte, address, agent string) (id string, envelope []byte, err error) {
	first, rest, _ := bytes.Cut(content, []byte("\n"))
	var header struct {
		DSN string `json:"dsn"`
	}
	if err := json.Unmarshal(first, &header); err != nil {
		return "", nil, err
	}
	if header.DSN != r.config.DSN {
		return "", nil, errors.New("the envelope is for another project")
	}
	event, err := firstEvent(rest)
	if err != nil {
		return "", nil, err
	}
	event = withoutPersonalData(event).(map[string]any)
	event["environment"], event["release"] = environment, r.config.Release
	event["user"] = map[string]string{"ip_address": address}
	request, _ := event["request"].(map[string]any)
	event["request"] = map[string]any{"url": request["url"], "headers": map[string]string{"User-Agent": agent}}
	id, _ = event["event_id"].(string)
	if !eventID.MatchString(id) {
		return "", nil, errNoEvent
	}
	payload, err := json.Marshal(event)
	if err != nil {
		return "", nil, err
	}
	head, err := json.Marshal(map[string]string{"event_id": id, "dsn": r.config.DSN, "sent_at": time.Now().UTC().Format(time.RFC3339Nano)})
	if err != nil {
		return "", nil, err
	}
	return id, bytes.Join([][]byte{head, []byte(`{"type":"event"}`), payload, nil}, []byte("\n")), nil
}

var eventID = regexp.MustCompile(`^[0-9a-f]{32}$`)

// firstEvent returns the first event among the items of an envelope. Others,
// such as sessions, are ignored.
func firstEvent(items []byte) (map[string]any, error) {
	for len(bytes.TrimSpace(items)) > 0 {
		line, rest, _ := bytes.Cut(items, []byte("\n"))
		var header struct {
			Type   string `json:"type"`
			Length *int   `json:"length"`
		}
		if err := json.Unmarshal(line, &header); err != nil {
			return nil, err
		}
		var payload []byte
		if header.Length == nil {
			payload, items, _ = bytes.Cut(rest, []byte("\n"))
		} else if length := *header.Length; length < 0 || length > len(rest) {
			return nil, errNoEvent
		} else {
			payload, items = rest[:length], bytes.TrimPrefix(rest[length:], []byte("\n"))
		}
		if header.Type != "event" {
			continue
		}
		var event map[string]any
		if err := json.Unmarshal(payload, &event); err != nil || event == nil {
			return nil, errNoEvent
		}
		return event, nil
	}
	return nil, errNoEvent
}

// send posts an envelope. It returns for how long the service wants no more.
func (r *Reporter) send(ctx context.Context, envelope []byte) (pause time.Duration) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.dsn.GetAPIURL().String(), bytes.NewReader(envelope))
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", "application/x-sentry-envelope")
	request.Header.Set("X-Sentry-Auth", "Sentry sentry_version=7, sentry_client=holidaymaker/1, sentry_key="+r.dsn.GetPublicKey())
	response, err := r.http.Do(request)
	if err != nil {
		return 0 // the report is lost: a report of this would be lost as well
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection is used again
	if response.StatusCode != http.StatusTooManyRequests {
		return 0
	}
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds <= 0 {
		seconds = 60
	}
	return time.Duration(seconds) * time.Second
}

// The names under which values are removed, in lower case, and the parts of
// texts that are masked. Browsers remove the same:
// web/src/features/error-reporting/without-personal-data.ts.
var secretNames = regexp.MustCompile(`^(?:passw(?:d|ord)|card.*|cvc|cvv|securitycode|expiry.*|mac2?|e-?mail|.*surname|lastname\d*|postcode|query_?string|cookies?|breadcrumbs|data|form)$`)

var (
	email     = regexp.MustCompile(`[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+`)
	reference = regexp.MustCompile(`(?i)\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b`)
	postcode  = regexp.MustCompile(`(?i)\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b`)
	cardDigit = regexp.MustCompile(`\b(?:\d[ -]?){12,18}\d\b`)
	queries   = regexp.MustCompile(`\?[^\s"'<>)]+`)
)

// Masked removes e-mail addresses, booking references, postcodes, card numbers
// and queries of addresses from a text.
func Masked(text string) string {
	for _, part := range []*regexp.Regexp{email, reference, postcode, cardDigit} {
		text = part.ReplaceAllLiteralString(text, "***")
	}
	return queries.ReplaceAllLiteralString(text, "?***")
}

// withoutPersonalData returns a decoded JSON value without personal data.
func withoutPersonalData(value any) any {
	switch v := value.(type) {
	case map[string]any:
		kept := make(map[string]any, len(v))
		for name, each := range v {
			switch {
			case secretNames.MatchString(strings.ToLower(name)):
			case name == "event_id":
				kept[name] = each
			default:
				kept[name] = withoutPersonalData(each)
			}
		}
		return kept
	case []any:
		for i := range v {
			v[i] = withoutPersonalData(v[i])
		}
		return v
	case string:
		return Masked(v)
	}
	return value
}
