package reservation

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// largestWebhook is the size of the largest message; Standard Webhooks asks for less.
const largestWebhook = 20 << 10

// webhook sends messages as signed webhooks (https://www.standardwebhooks.com).
type webhook struct {
	wire  *Wire
	clock func() time.Time
}

// NewWebhook returns the transport of signed webhooks. The clock says when a message is
// sent.
func NewWebhook(wire *Wire, clock func() time.Time) Transport { return webhook{wire, clock} }

// event is the body of a webhook.
type event struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      eventData `json:"data"`
}

// eventData says what the booking is now. A receiver ignores a version that is not newer
// than the one that it knows of the booking at the hotel.
type eventData struct {
	Action  Action `json:"action"`
	Version int    `json:"version"`
	Booking State  `json:"booking"`
}

func (t webhook) Send(ctx context.Context, p Partner, m Message) Answer {
	now := t.clock()
	body, err := json.Marshal(event{"booking.changed", now.UTC(), eventData{m.Action, m.Version, m.Booking}})
	if err != nil || len(body) > largestWebhook {
		return Answer{Refusal: fmt.Sprintf("the message has %d bytes, more than a webhook may have", len(body))}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Address, bytes.NewReader(body))
	if err != nil {
		return Answer{Error: "its address cannot be used", Unsent: true}
	}
	at := strconv.FormatInt(now.Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Holidaymaker")
	request.Header.Set("webhook-id", m.ID)
	request.Header.Set("webhook-timestamp", at)
	request.Header.Set("webhook-signature", signatures(p.keys, m.ID, at, body))
	got, failed := t.wire.post(ctx, p, request)
	switch {
	case got.Status/100 == 2: // the status alone is the acknowledgement
		return Answer{Number: numberIn(got.Body)}
	case failed.Error != "":
		return failed
	case got.Status == http.StatusGone:
		return Answer{Error: "its system answered 410: it wants no more messages", Gone: true}
	}
	return Answer{Error: fmt.Sprintf("its system answered %d", got.Status), RetryAfter: retryAfter(got.Header, now)}
}

// signatures signs a message with each key, so that the receiver can replace its secret at
// any time.
func signatures(keys [][]byte, id, timestamp string, body []byte) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
		all[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(all, " ")
}

// longestNumber is the longest number of a reservation that is kept, in bytes.
const longestNumber = 64

// numberIn reads the partner's own number from the body of an acknowledgement, which may be
// anything: {"number": "4711"}.
func numberIn(body []byte) string {
	var answer struct {
		Number string `json:"number"`
	}
	// The first value counts, whatever follows it.
	if json.NewDecoder(bytes.NewReader(body)).Decode(&answer) != nil {
		return ""
	}
	return printable(answer.Number)
}

// printable returns a partner's number without spaces around it, or "" if it is too long or
// is no text that can be stored and shown: PostgreSQL refuses a NUL, and then nothing would be
// acknowledged.
func printable(number string) string {
	number = strings.TrimSpace(number)
	odd := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }
	if len(number) > longestNumber || strings.ContainsFunc(number, odd) {
		return ""
	}
	return number
}
