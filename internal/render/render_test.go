package render

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// bundle is a tiny front end: it asks for a park and then for the park's
// prices. Some addresses misbehave.
const bundle = `
var page = (() => {
  let address, waiting, parts
  const ask = (path, params) => new Promise((resolve) => waiting.push({ path, params, resolve, taken: false }))
  return {
    siteCode: 'MT',
    begin(to) {
      address = to; waiting = []; parts = []
      if (to === '/throws') throw new TypeError('no such field')
      if (to === '/park') ask('/api/parkdetails', { parkId: 'P1' }).then((park) => {
        parts.push(park.body.name)
        return ask('/api/parkresults', { parkId: park.body.id }).then((prices) => parts.push(prices.status))
      })
    },
    takeCalls() {
      const fresh = waiting.filter((call) => !call.taken)
      for (const call of fresh) call.taken = true
      return JSON.stringify(fresh.map(({ path, params }) => ({ path, params })))
    },
    resolveCalls(json) {
      for (const answer of JSON.parse(json)) {
        const at = waiting.findIndex(({ path }) => path === answer.call)
        waiting.splice(at, 1)[0].resolve(answer)
      }
    },
    render() {
      if (address === '/endless') for (;;) {}
      if (address === '/bomb') { const all = []; for (;;) all.push('x'.repeat(1 << 20) + all.length) }
      if (address === '/no-memory-for-an-error') throw null
      if (address === '/rejects') Promise.reject(new Error('late'))
      return '<h1>' + address + ' ' + parts.join(' ') + '</h1>'
    },
  }
})()`

var ctx = context.Background()

func answers(_ context.Context, path string, query url.Values) (int, []byte) {
	if path == "/api/parkdetails" {
		return 200, []byte(`{"id":"P1","name":"Gannet Sands"}`)
	}
	return 404, []byte(`{"of":"` + query.Get("parkId") + `"}`)
}

func open(t *testing.T, engines int) *Renderer {
	t.Helper()
	r, err := New([]byte(bundle), engines)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestAPageIsRenderedWithTheAnswersOfItsCalls(t *testing.T) {
	r := open(t, 1)
	if r.SiteCode() != "MT" {
		t.Errorf("built for %q", r.SiteCode())
	}
	page, err := r.Render(ctx, "/park", answers)
	if err != nil || page.HTML != "<h1>/park Gannet Sands 404</h1>" {
		t.Fatalf("drew %q, %v", page.HTML, err)
	}
	if len(page.Answers) != 2 || page.Answers[1].Call != "/api/parkresults" || page.Answers[1].Params["parkId"] != "P1" || page.Answers[1].Status != 404 {
		t.Errorf("carries %+v", page.Answers)
	}
}

func TestOnePageLeavesNothingForTheNext(t *testing.T) {
	r := open(t, 1)
	var first string
	for _, address := range []string{"/park", "/other", "/park"} {
		page, err := r.Render(ctx, address, answers)
		if err != nil {
			t.Fatal(err)
		}
		if address != "/park" {
			continue
		}
		if first == "" {
			first = page.HTML
		} else if page.HTML != first {
			t.Errorf("drew %q, then %q", first, page.HTML)
		}
	}
}

func TestAPageThatMisbehavesFailsWithItsReasonAndTheNextIsRendered(t *testing.T) {
	r := open(t, 1)
	for address, reason := range map[string]string{"/throws": "error", "/endless": "slow", "/bomb": "memory", "/no-memory-for-an-error": "memory"} {
		_, err := r.Render(ctx, address, answers)
		if got := Reason(err); err == nil || got != reason {
			t.Errorf("%s: %v (%s), want %s", address, err, got, reason)
		}
		if page, err := r.Render(ctx, "/fine", answers); err != nil || page.HTML != "<h1>/fine </h1>" {
			t.Errorf("after %s: %q, %v", address, page.HTML, err)
		}
	}
}

func TestAVisitorWaitsForAnEngineForAMomentOnly(t *testing.T) {
	r := open(t, 1)
	held, release := make(chan struct{}), make(chan struct{})
	go func() {
		_, _ = r.Render(ctx, "/park", func(c context.Context, path string, q url.Values) (int, []byte) {
			if path == "/api/parkdetails" {
				close(held)
				<-release
			}
			return answers(c, path, q)
		})
	}()
	<-held
	if _, err := r.Render(ctx, "/fine", answers); !errors.Is(err, ErrBusy) || Reason(err) != "busy" {
		t.Errorf("with the only engine in use: %v", err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	if _, err := r.Render(gone, "/fine", answers); Reason(err) != "cancelled" {
		t.Errorf("of a visitor who has left: %v", err)
	}
	close(release)
}

func TestPagesAreRenderedInParallel(t *testing.T) {
	r := open(t, 2)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			address := fmt.Sprintf("/page/%d", i)
			page, err := r.Render(ctx, address, answers)
			if err == nil && !strings.Contains(page.HTML, address+" ") {
				t.Errorf("requested %s, rendered %q", address, page.HTML)
			}
			if err != nil && !errors.Is(err, ErrBusy) {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestABundleThatDoesNotLoadIsRefused(t *testing.T) {
	for _, wrong := range []string{"syntax error(", "throw new Error('at load')"} {
		if _, err := New([]byte(wrong), 1); err == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}

func TestAPanicInAnAnswerLosesNoEngine(t *testing.T) {
	r := open(t, 1)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not reach the caller")
			}
		}()
		_, _ = r.Render(ctx, "/park", func(context.Context, string, url.Values) (int, []byte) { panic("broken record") })
	}()
	if _, err := r.Render(ctx, "/park", answers); err != nil {
		t.Errorf("the next page: %v", err)
	}
}
