package reviews

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
)

// service is a review service with these two answers. It checks what it is asked.
func service(t *testing.T, summary, list string) (*Reader, *int) {
	status := http.StatusOK
	mux := http.NewServeMux()
	answer := func(body string, want map[string]string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			for name, value := range want {
				if got := r.URL.Query().Get(name); got != value {
					t.Errorf("%s: %s is %q, want %q", r.URL.Path, name, got, value)
				}
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	mux.Handle("GET /api/10/reviews/summary/all", answer(summary, map[string]string{"merchant_identifier": "demo & co", "since_period": "all"}))
	mux.Handle("GET /api/10/reviews/all", answer(list, map[string]string{"merchant_identifier": "demo & co", "sort": "-created_date", "page": "1"}))
	host := httptest.NewServer(mux)
	t.Cleanup(host.Close)
	return New(Config{Merchant: "demo & co", URL: host.URL + "/"}), &status
}

const (
	rated = `{"merchant":{"identifier":"demo"},"meta":{"count":128},"rating":{"min":1.0,"max":5.0,"rating":4.65}}`
	said  = `{"summary":{"meta":{"count":5}},"reviews":[
		{"customer":{"display_name":" Jo B "},"service":{"review":"Easy to book &\n cheap <b>too</b>.","rating":{"rating":5}}},
		{"customer":{"display_name":"Only a product"},"products":[{"review":"Warm caravan."}]},
		{"service":{"review":"Nobody answered the telephone."}},
		{"customer":{"display_name":"Third"},"service":{"review":"Good."}},
		{"customer":{"display_name":"Fourth"},"service":{"review":"Fine."}}]}`
)

func TestTheNewestThreeReviewsAreKeptAsTheyAre(t *testing.T) {
	r, _ := service(t, rated, said)
	if got := r.Current(); !reflect.DeepEqual(got, Summary{}) {
		t.Errorf("before the first round: %+v", got)
	}
	if err := r.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := Summary{"4.7", 128, []Review{{"Easy to book &\n cheap <b>too</b>.", "Jo B"}, {"Nobody answered the telephone.", ""}, {"Good.", "Third"}}}
	if got := r.Current(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestTheLastAnswerIsKeptForADay(t *testing.T) {
	r, status := service(t, rated, said)
	now := time.Date(2026, time.May, 20, 12, 0, 0, 0, time.UTC)
	r.config.Now = func() time.Time { return now }
	if err := r.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	*status = http.StatusBadGateway
	for _, later := range []struct {
		pause time.Duration
		count int
	}{{23 * time.Hour, 128}, {time.Hour, 0}} {
		now = now.Add(later.pause)
		if err := r.Round(t.Context()); err == nil {
			t.Error("no error")
		}
		if got := r.Current(); got.Count != later.count || (got.Reviews == nil) != (later.count == 0) {
			t.Errorf("after another %s: %+v", later.pause, got)
		}
	}
	*status = http.StatusOK
	if err := r.Round(t.Context()); err != nil || r.Current().Count != 128 {
		t.Errorf("after it is back: %v, %+v", err, r.Current())
	}
	var none *Reader
	if got := none.Current(); got.Count != 0 {
		t.Errorf("no reader: %+v", got)
	}
}

func TestAReviewThatCannotBeReadIsLeftOut(t *testing.T) {
	r, _ := service(t, rated, `{"reviews":[{"service":"x"},{"service":{"review":"Good."}},7]}`)
	if err := r.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := r.Current().Reviews; !reflect.DeepEqual(got, []Review{{Body: "Good."}}) {
		t.Errorf("%+v", got)
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for name, c := range map[string]struct {
		summary, list string
		fails         bool
	}{
		"no customer yet":    {`{"meta":{"count":0},"rating":{"rating":0.0}}`, said, false},
		"a rating above 5":   {`{"meta":{"count":3},"rating":{"rating":47}}`, said, true},
		"what is not JSON":   {"<html>", said, true},
		"a list that is cut": {rated, `{"reviews":[`, true},
		"an answer too long": {rated, `{"reviews":[]}` + strings.Repeat(" ", mostBytes), true},
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := service(t, c.summary, c.list)
			if err := r.Round(t.Context()); (err != nil) != c.fails {
				t.Errorf("%v", err)
			}
			if got := r.Current(); !reflect.DeepEqual(got, Summary{}) {
				t.Errorf("%+v", got)
			}
		})
	}
}
