// Package reviews reads what customers say about the brand from a customer-review
// service, in the wire format of Feefo. It holds the last answer in memory, so that
// no visitor waits for the service. When the service has not answered for a day
// there are no reviews.
package reviews

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// Service is the address of the review service.
const Service = "https://api.feefo.com"

const (
	// shown is how many reviews are kept.
	shown = 3
	// asked is how many are requested, because some have no text about the service.
	asked     = 20
	pause     = 10 * time.Minute
	lasts     = 24 * time.Hour // of an answer, while the service does not give another one
	roundTime = 20 * time.Second
	mostBytes = 1 << 20
)

// Config is what a Reader needs.
type Config struct {
	// Merchant is the brand's identifier at the service.
	Merchant string
	// URL is the address of the service; "" means Service.
	URL string
	// Transport makes the requests; nil means http.DefaultTransport.
	Transport http.RoundTripper
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Review is what one customer says. Name is empty where the service has none.
type Review struct{ Body, Name string }

// Summary is the rating of the brand, from 1 to 5, by a number of customers, and
// the newest reviews. Without customers it is empty.
type Summary struct {
	Rating  string
	Count   int
	Reviews []Review
}

// Reader holds the reviews. Its methods may be called from any goroutine. A nil
// Reader has none.
type Reader struct {
	config  Config
	client  *http.Client
	current atomic.Pointer[answer]
}

// answer is what the service has answered, and when.
type answer struct {
	Summary
	at time.Time
}

// New returns a reader without reviews. Its loop reads them.
func New(c Config) *Reader {
	if c.URL == "" {
		c.URL = Service
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Reader{config: c, client: &http.Client{Transport: c.Transport, Timeout: roundTime,
		CheckRedirect: httpx.NoRedirects}}
}

// Current returns the reviews that were read last.
func (r *Reader) Current() Summary {
	if r == nil {
		return Summary{}
	}
	if read := r.current.Load(); read != nil && r.config.Now().Sub(read.at) < lasts {
		return read.Summary
	}
	return Summary{}
}

// Loop reads the reviews again and again.
func (r *Reader) Loop() loop.Loop {
	return loop.Loop{Name: "customer_reviews", Every: pause, Deadline: roundTime, Round: r.Round}
}

// Round reads the reviews once. Where it fails, the last answer is kept for a day.
func (r *Reader) Round(ctx context.Context) error {
	read, err := r.read(ctx)
	if err == nil {
		r.current.Store(&answer{read, r.config.Now()})
	}
	return err
}

func (r *Reader) read(ctx context.Context) (Summary, error) {
	var rated struct {
		Meta   struct{ Count int }
		Rating struct{ Rating float64 }
	}
	if err := r.ask(ctx, "summary/all", url.Values{"since_period": {"all"}}, &rated); err != nil {
		return Summary{}, err
	}
	if rated.Meta.Count == 0 { // then the rating is 0
		return Summary{}, nil
	}
	if rated.Rating.Rating < 1 || rated.Rating.Rating > 5 {
		return Summary{}, fmt.Errorf("read the customer reviews: a rating of %v", rated.Rating.Rating)
	}
	var list struct{ Reviews []json.RawMessage }
	err := r.ask(ctx, "all", url.Values{"page_size": {strconv.Itoa(asked)}, "page": {"1"}, "sort": {"-created_date"}, "empty_reviews": {"false"}}, &list)
	if err != nil {
		return Summary{}, err
	}
	read := Summary{Rating: strconv.FormatFloat(rated.Rating.Rating, 'f', 1, 64), Count: rated.Meta.Count}
	for _, written := range list.Reviews {
		var review struct {
			Customer struct {
				Name string `json:"display_name"`
			}
			Service struct{ Review string }
		}
		// One that cannot be read is left out, as is one without a text.
		if json.Unmarshal(written, &review) == nil && strings.TrimSpace(review.Service.Review) != "" && len(read.Reviews) < shown {
			read.Reviews = append(read.Reviews, Review{review.Service.Review, strings.TrimSpace(review.Customer.Name)})
		}
	}
	return read, nil
}

// ask reads one answer of the service.
func (r *Reader) ask(ctx context.Context, path string, query url.Values, into any) error {
	query.Set("merchant_identifier", r.config.Merchant)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(r.config.URL, "/")+"/api/10/reviews/"+path+"?"+query.Encode(), nil)
	if err != nil {
		return fmt.Errorf("request the customer reviews: %w", err)
	}
	reply, err := r.client.Do(request)
	if err != nil {
		return fmt.Errorf("request the customer reviews: %w", err)
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("request the customer reviews: the service answered %s", reply.Status)
	}
	content, err := httpx.ReadAll(reply.Body, mostBytes)
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		return fmt.Errorf("read the customer reviews: %w", err)
	}
	return nil
}
