// Package render renders pages on the server (server-side rendering). It runs the
// front end's own render function in small JavaScript engines inside the
// process. When a page cannot be rendered, Render returns an error with a reason;
// the caller then sends the page's shell, and the browser renders it. A panic in
// the caller's Ask is not caught.
package render

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"modernc.org/quickjs"
)

// Limits of one engine and of one page.
const (
	memoryLimit   = 64 << 20
	waitForEngine = 50 * time.Millisecond
	// pagesPerEngine limits the pages rendered by one engine, because the code of
	// a page may leak memory.
	pagesPerEngine = 10_000
	// An engine is also replaced when it has no more room than roomForPage, which it is
	// asked after every roomEvery pages. A page needs less, and so many pages leak less.
	roomEvery   = 50
	roomForPage = 24 << 20
	// maxRounds limits how often a page may make further calls after it got
	// answers.
	maxRounds = 5
)

// The reasons why a page was not rendered.
var (
	// ErrBusy means that all engines were busy for longer than a visitor should
	// wait.
	ErrBusy = errors.New("all rendering engines are busy")
	// ErrShare means that the client has had its share of rendering.
	ErrShare = errors.New("the client has had its share of rendering")
	// ErrTooSlow means that the page exceeded the time limit.
	ErrTooSlow = errors.New("rendering took too long")
	// ErrNoMemory means that the page exceeded an engine's memory limit.
	ErrNoMemory = errors.New("rendering ran out of memory")
)

// Reasons lists all values that Reason can return.
var Reasons = []string{"busy", "share", "slow", "memory", "cancelled", "error"}

// Reason returns a short name for why a page was not rendered, for the label of a
// metric.
func Reason(err error) string {
	switch {
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrShare):
		return "share"
	case errors.Is(err, ErrTooSlow):
		return "slow"
	case errors.Is(err, ErrNoMemory):
		return "memory"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "cancelled"
	}
	return "error"
}

// Ask answers an API call that a page makes while it is rendered.
type Ask func(ctx context.Context, path string, query url.Values) Reply

// Reply is the answer to an API call.
type Reply struct {
	Status int
	// Headers are those that the page reads; nil for most calls.
	Headers map[string]string
	Body    []byte
}

// Page is a rendered page.
type Page struct {
	HTML    string
	Answers []Answer
}

// Renderer renders pages. Its methods may be called from any goroutine.
type Renderer struct {
	program  []byte // the bundle, compiled for this process
	limit    time.Duration
	engines  chan *engine
	siteCode string
}

// The globals that a bundle expects: those of the platform, and those that do
// nothing here.
//
//go:embed engine.js
var surroundings string

//go:embed platform.js
var platform string

// defaultLimit is how long the code of a page may run between two of its calls.
const defaultLimit = 2 * time.Second

// New returns a renderer of a bundle with a number of engines. The code of a page may
// run for limit between two calls; 0 means two seconds. The bundle must set the global `page` to an object
// with the functions begin, takeCalls, resolveCalls and render.
func New(bundle []byte, engines int, limit time.Duration) (*Renderer, error) {
	limit = cmp.Or(limit, defaultLimit)
	program, err := compile(string(bundle))
	if err != nil {
		return nil, err
	}
	r := &Renderer{program: program, limit: limit, engines: make(chan *engine, engines)}
	first, err := newEngine(program, limit) // fails now rather than at the first page
	if err != nil {
		return nil, err
	}
	code, _ := first.vm.Eval("page.siteCode", quickjs.EvalGlobal)
	r.siteCode, _ = code.(string)
	r.engines <- first
	for range engines - 1 {
		r.engines <- nil // made when it is needed
	}
	return r, nil
}

// compiled is the bundle that was compiled last. Tests start many servers in one
// process, and compiling takes a third of the time of a start.
var compiled struct {
	mu      sync.Mutex
	bundle  string
	program []byte
}

func compile(bundle string) ([]byte, error) {
	compiled.mu.Lock()
	defer compiled.mu.Unlock()
	if compiled.program != nil && compiled.bundle == bundle {
		return compiled.program, nil
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start a rendering engine: %w", err)
	}
	defer vm.Close()
	program, err := vm.Compile(surroundings+"\n;"+platform+"\n;"+bundle, quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile the front end for rendering: %w", err)
	}
	compiled.bundle, compiled.program = bundle, program
	return program, nil
}

// SiteCode returns the brand for which the bundle was built.
func (r *Renderer) SiteCode() string { return r.siteCode }

// Close frees the idle engines. Those in use end with the process.
func (r *Renderer) Close() {
	for {
		select {
		case e := <-r.engines:
			if e != nil {
				e.close()
			}
		default:
			return
		}
	}
}

// Render renders the page of a path and query. ask answers the page's calls.
func (r *Renderer) Render(ctx context.Context, address string, ask Ask) (Page, error) {
	e, err := r.take(ctx)
	if err != nil {
		return Page{}, err
	}
	sound := false
	defer func() {
		if sound && e.pages < pagesPerEngine && (e.pages%roomEvery != 0 || e.hasRoom()) {
			r.engines <- e
			return
		}
		r.engines <- nil // after a panic too, the engine's place becomes free again
		e.close()
	}()
	page, err := e.render(ctx, address, ask)
	sound = err == nil
	if err != nil {
		return Page{}, fmt.Errorf("render %s: %w", pathOf(address), err)
	}
	return page, nil
}

// pathOf removes the query, which may show what a visitor searches for.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "a page"
	}
	return parsed.Path
}

// take waits for a free engine, for a short time.
func (r *Renderer) take(ctx context.Context) (*engine, error) {
	timer := time.NewTimer(waitForEngine)
	defer timer.Stop()
	select {
	case e := <-r.engines:
		if e != nil {
			return e, nil
		}
		e, err := newEngine(r.program, r.limit)
		if err != nil {
			r.engines <- nil
		}
		return e, err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, ErrBusy
	}
}
