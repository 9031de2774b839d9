// Package affiliate reports sales to the affiliate network Awin, from server to
// server, so that no payment page needs a script of the network.
package affiliate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/web/httpx"
)

// Network is the address of the affiliate network.
const Network = "https://www.awin1.com"

// timeout limits one report.
const timeout = 10 * time.Second

// Config is what a Reporter needs.
type Config struct {
	Bookings booking.Store
	// Advertiser is the brand's id at the network; "" means that nothing is
	// reported.
	Advertiser string
	// URL is the address of the network; "" means Network.
	URL string
	// Test marks the sales as tests, which are not paid for.
	Test bool
	// Transport makes the requests; nil means http.DefaultTransport.
	Transport http.RoundTripper
}

// Reporter reports sales.
type Reporter struct {
	config Config
	client *http.Client
}

// New returns a reporter.
func New(c Config) *Reporter {
	if c.URL == "" {
		c.URL = Network
	}
	return &Reporter{c, &http.Client{Transport: c.Transport, Timeout: timeout,
		CheckRedirect: httpx.NoRedirects}}
}

// Handlers returns the outbox handler of this package.
func (r *Reporter) Handlers() map[string]outbox.Kind {
	return map[string]outbox.Kind{booking.SaleJob: {Do: r.sale, Keep: true}}
}

// clickID is the form of the network's click ids: advertiser, time, and a
// random part.
var clickID = regexp.MustCompile(`^([0-9]+)_[0-9]{10}_[0-9a-f]{32}$`)

// Ours reports whether a click id can be one of an advertiser.
func Ours(click, advertiser string) bool {
	parts := clickID.FindStringSubmatch(click)
	return parts != nil && parts[1] == advertiser
}

// sale reports the sale of a booking. The network recognises a repeated report
// by the booking reference. A click of another advertiser, and a booking that
// has been cancelled since, are not reported.
func (r *Reporter) sale(ctx context.Context, job outbox.Job) error {
	if r.config.Advertiser == "" {
		return nil
	}
	var sold booking.Sale
	if err := json.Unmarshal([]byte(job.Payload), &sold); err != nil {
		return fmt.Errorf("read the report of a sale: %w: %w", outbox.ErrNever, err)
	}
	var b booking.Booking
	err := r.config.Bookings.View(ctx, func(tx booking.Tx) (err error) {
		b, err = tx.Booking(sold.Ref)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the booking of a sale: %w", err)
	}
	if b.State != booking.Confirmed || !Ours(b.Click, r.config.Advertiser) {
		return nil
	}
	return r.send(ctx, b)
}

func (r *Reporter) send(ctx context.Context, b booking.Booking) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(r.config.URL, "/")+"/sread.php?"+r.query(b).Encode(), nil)
	if err != nil {
		return fmt.Errorf("report the sale of booking %s: %w", b.Shown, err)
	}
	answer, err := r.client.Do(request)
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err // without the address: it has the click and the discount code
	}
	if err != nil {
		return fmt.Errorf("report the sale of booking %s: %w", b.Shown, err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // so that the connection can be used again
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("report the sale of booking %s: the affiliate network answered %s", b.Shown, answer.Status)
	}
	return nil
}

// query returns the report of a sale, in the network's own names.
func (r *Reporter) query(b booking.Booking) url.Values {
	amount, code, test := b.Total.String(), "", "0"
	if b.Discount.Kind == booking.CodeDiscount {
		code = b.Discount.Code
	}
	if r.config.Test {
		test = "1"
	}
	return url.Values{
		"tt": {"ss"}, "tv": {"2"}, // from server to server, second version
		"merchant": {r.config.Advertiser}, "amount": {amount}, "parts": {"DEFAULT:" + amount}, "cr": {"GBP"},
		"ch":  {"aw"}, // the channel that the sale is credited to
		"ref": {b.Shown}, "vc": {code}, "cks": {b.Click}, "testmode": {test},
	}
}
