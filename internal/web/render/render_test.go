package render

import (
	"bytes"
	"context"
	"encoding/json"
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
  let address, waiting, taken, parts
  const kept = []
  const ask = (path, params) => new Promise((resolve) => waiting.push({ path, params, resolve }))
  return {
    siteCode: 'MT',
    begin(to) {
      address = to; waiting = []; parts = []
      if (to === '/throws') throw new TypeError('no such field')
      if (to.startsWith('/long/')) ask('/api/long', { of: to }).then(({ body }) => parts.push(body.of, body.text.length))
      if (to === '/list') ask('/list?id[]=1&id[]=2', {}).then((all) => parts.push(all.body[0], 'of', all.headers['X-Total']))
      if (to === '/park') ask('/api/parkdetails', { parkId: 'P1' }).then((park) => {
        parts.push(park.body.name)
        return ask('/api/parkresults', { parkId: park.body.id }).then((prices) => parts.push(prices.status))
      })
    },
    takeCalls() {
      taken = waiting.splice(0)
      return JSON.stringify(taken.map(({ path, params }) => ({ path, params })))
    },
    resolveCalls(json) {
      JSON.parse(json).forEach(({ status, headers, body, slot }, at) => {
        if (body !== undefined && slot !== undefined) kept[slot] = body
        taken[at].resolve({ status, headers, body: body ?? kept[slot] })
      })
    },
    render() {
      if (address === '/endless') for (;;) {}
      if (address === '/bomb') { const all = []; for (;;) all.push('x'.repeat(1 << 20) + all.length) }
      if (address === '/no-memory-for-an-error') throw null
      if (address === '/leak') kept.push(new ArrayBuffer(300_000))
      if (address === '/rejects') Promise.reject(new Error('late'))
      return '<h1>' + address + ' ' + parts.join(' ') + '</h1>'
    },
  }
})()`

var ctx = context.Background()

func answers(_ context.Context, path string, query url.Values) Reply {
	if path == "/api/parkdetails" {
		return Reply{Status: 200, Body: []byte(`{"id":"P1","name":"Gannet Sands"}`)}
	}
	if path == "/list" {
		return Reply{Status: 200, Headers: map[string]string{"X-Total": "<7>"}, Body: []byte(`["` + strings.Join(query["id[]"], " ") + `"]`)}
	}
	return Reply{Status: 404, Body: []byte(`{"of":"` + query.Get("parkId") + `"}`)}
}

func open(t *testing.T, engines int) *Renderer {
	t.Helper()
	r, err := New([]byte(bundle), engines, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestAnEngineReadsALongAnswerOnceAndAChangedOneAgain(t *testing.T) {
	r := open(t, 1)
	text := strings.Repeat("x", leastKept)
	render := func(of string) {
		t.Helper()
		address := "/long/" + of
		page, err := r.Render(ctx, address, func(_ context.Context, _ string, query url.Values) Reply {
			return Reply{Status: 200, Body: fmt.Appendf(nil, `{"of":%q,"text":%q}`, query.Get("of"), text)}
		})
		if want := fmt.Sprintf("<h1>%s %s %d</h1>", address, address, len(text)); err != nil || page.HTML != want {
			t.Errorf("rendered %.200q, %v, want %q", page.HTML, err, want)
		}
		if !bytes.Contains(page.Answers[0].Body, []byte(text)) {
			t.Errorf("%s lacks its answer", address)
		}
	}
	for round := range 3 {
		for n := range keptCount + 3 { // more than an engine keeps
			render(fmt.Sprint(n))
		}
		render("0")
		render("0")
		text += strings.Repeat("y", round+1)
		render("0")
	}
}

func TestAKnownBodyIsSentAsItsSlot(t *testing.T) {
	var k keptBodies
	long := Answer{Call: "/api/initial", Params: map[string]string{"siteCode": "MT"}, Status: 200, Body: []byte(`"` + strings.Repeat("x", leastKept) + `"`)}
	short := Answer{Call: "/api/park", Status: 404, Body: []byte(`null`)}
	first := string(k.encode([]Answer{long, short}))
	if want := `[{"status":200,"slot":0,"body":` + string(long.Body) + `},{"status":404,"body":null}]`; first != want {
		t.Errorf("first %.80s", first)
	}
	if again := string(k.encode([]Answer{short, long})); again != `[{"status":404,"body":null},{"status":200,"slot":0}]` {
		t.Errorf("again %.80s", again)
	}
	long.Body = []byte(`"` + strings.Repeat("z", leastKept) + `"`)
	if changed := string(k.encode([]Answer{long})); changed != `[{"status":200,"slot":0,"body":`+string(long.Body)+`}]` {
		t.Errorf("changed %.80s", changed)
	}
}

func TestEncodedAnswersEqualThoseOfEncodingJSON(t *testing.T) {
	answers := []Answer{
		{Call: "/api/a", Params: map[string]string{"b": "<2>", "a": "é&"}, Status: 200, Body: []byte(`{"name":"</script>&\u2028"}`)},
		{Call: "/api/b?c[]=1", Status: 404, Headers: map[string]string{"X-Total": "<7>"}, Body: []byte(`null`)},
	}
	for n := range len(answers) + 1 {
		want, err := json.Marshal(answers[:n])
		if err != nil {
			t.Fatal(err)
		}
		if got, err := EncodeAnswers(answers[:n]); err != nil || string(got) != string(want) {
			t.Errorf("encoded %s, %v, want %s", got, err, want)
		}
	}
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

func TestACallMayHaveAQueryInItsPathAndAnAnswerHeaders(t *testing.T) {
	page, err := open(t, 1).Render(ctx, "/list", answers)
	if err != nil || page.HTML != "<h1>/list 1 2 of <7></h1>" {
		t.Fatalf("drew %q, %v", page.HTML, err)
	}
	if got := page.Answers[0]; got.Call != "/list?id[]=1&id[]=2" || got.Headers["X-Total"] != "<7>" {
		t.Errorf("carries %+v", got)
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

func TestAnEngineThatLeaksIsReplacedBetweenPages(t *testing.T) {
	r := open(t, 1)
	for n := range 600 { // of which some 200 fit into an engine
		if _, err := r.Render(ctx, "/leak", answers); err != nil {
			t.Fatalf("page %d: %v", n, err)
		}
	}
}

func TestAVisitorWaitsForAnEngineForAMomentOnly(t *testing.T) {
	r := open(t, 1)
	held, release := make(chan struct{}), make(chan struct{})
	go func() {
		_, _ = r.Render(ctx, "/park", func(c context.Context, path string, q url.Values) Reply {
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
		if _, err := New([]byte(wrong), 1, 0); err == nil {
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
		_, _ = r.Render(ctx, "/park", func(context.Context, string, url.Values) Reply { panic("broken record") })
	}()
	if _, err := r.Render(ctx, "/park", answers); err != nil {
		t.Errorf("the next page: %v", err)
	}
}
