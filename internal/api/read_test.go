package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holidaymaker/internal/web/httpx"
)

func TestReadAnswersOnlyCallsThatAreTheSameForEveryVisitor(t *testing.T) {
	a := &API{}
	found := readable(a.Operations())
	for _, path := range []string{"/api/initial", "/api/cachedavailability", "/api/search", "/api/parkdetails", "/api/parkresults", "/api/tripadvisor", "/api/parks"} {
		if _, ok := found[path]; !ok {
			t.Errorf("%s cannot be read", path)
		}
	}
	for _, path := range []string{"/api/book", "/api/holds", "/api/getextras", "/api/getdeposit", "/api/mybookings", "/api/newsletter", "/api/getMyBooking", "/api/prepayment", "/api/postpayment"} {
		if _, ok := found[path]; ok {
			t.Errorf("%s differs by visitor or changes something, and can be read", path)
		}
	}
}

func TestAPageShowsThePresentPricesAlsoOfALargeAnswer(t *testing.T) {
	a, ask, builds := counted(t, func() (Encoded, error) {
		return Encoded{JSON: fmt.Appendf(nil, "%q", strings.Repeat("x", largeAnswer))}, nil
	})
	for _, want := range []int32{1, 2} {
		for range 2 {
			if status, _ := a.Read(t.Context(), "/api/counted", nil); status != http.StatusOK {
				t.Fatalf("status %d", status)
			}
		}
		if builds.Load() != want {
			t.Errorf("built %d times, want %d", builds.Load(), want)
		}
		cached, _ := a.public.cached.Get("counted")
		cached.version.prices-- // as if a hold had changed the prices
	}
	if ask(); builds.Load() != 2 {
		t.Error("a call builds it again for every change of prices")
	}
}

func TestPagesShareABuildAndWaitForNoGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		gates := DefaultGates()
		gates.Searches = httpx.NewGate("searches", 1, 0, time.Second)
		a, _, builds := counted(t, func() (Encoded, error) {
			<-release
			return Encoded{JSON: []byte(`"made"`)}, nil
		}, func(c *Config) { c.Gates = gates })
		if err := gates.Searches.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if status, body := a.Read(t.Context(), "/api/counted", nil); status != http.StatusOK || !strings.Contains(string(body), "made") {
					t.Errorf("%d %s", status, body)
				}
			})
		}
		synctest.Wait()
		close(release)
		group.Wait()
		if builds.Load() != 1 {
			t.Errorf("built %d times", builds.Load())
		}
	})
}
