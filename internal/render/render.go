// Package render draws pages on the server. It runs the front end's own render
// function in small JavaScript engines inside the process. A page that cannot
// be drawn is an error with a reason: the caller then sends the page's shell, and
// the browser draws it. A panic of the caller's own answers passes through.
package render

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"modernc.org/quickjs"
)

// Limits of one engine and of one page.
const (
	memoryLimit   = 64 << 20
	evalTimeout   = 2 * time.Second
	waitForEngine = 50 * time.Millisecond
	// pagesPerEngine bounds what a leak in a page's code can cost.
	pagesPerEngine = 10_000
	// maxRounds bounds the calls of a page that follow from answers.
	maxRounds = 5
)

// Why a page was not drawn.
var (
	// ErrBusy: all engines were in use for longer than a visitor should wait.
	ErrBusy = errors.New("all rendering engines are busy")
	// ErrTooSlow: the page took longer than an engine may take.
	ErrTooSlow = errors.New("rendering took too long")
	// ErrNoMemory: the page needed more memory than an engine may have.
	ErrNoMemory = errors.New("rendering ran out of memory")
)

// Reasons are all that Reason says.
var Reasons = []string{"busy", "slow", "memory", "cancelled", "error"}

// Reason is a short name for why a page was not drawn, for a metric's label.
func Reason(err error) string {
	switch {
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrTooSlow):
		return "slow"
	case errors.Is(err, ErrNoMemory):
		return "memory"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "cancelled"
	}
	return "error"
}

// Answer is a call of a page's first view, as the server answered it. The page
// carries it, so that the browser need not make the call again.
type Answer struct {
	Call   string            `json:"call"` // the path
	Params map[string]string `json:"params"`
	Status int               `json:"status"`
	Body   json.RawMessage   `json:"body"`
}

// Ask answers a call that a page makes.
type Ask func(ctx context.Context, path string, query url.Values) (status int, body []byte)

// Page is a page that was drawn.
type Page struct {
	HTML    string
	Answers []Answer
}

// Renderer draws pages. Its methods may be called from any goroutine.
type Renderer struct {
	program  []byte // the bundle, compiled for this process
	engines  chan *engine
	siteCode string
}

//go:embed engine.js
var surroundings string

// New returns a renderer of a bundle with so many engines. The bundle leaves
// the functions begin, asked, answer and draw in the global `page`.
func New(bundle []byte, engines int) (*Renderer, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start a rendering engine: %w", err)
	}
	defer vm.Close()
	program, err := vm.Compile(surroundings+"\n;"+string(bundle), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile the front end for rendering: %w", err)
	}
	r := &Renderer{program: program, engines: make(chan *engine, engines)}
	first, err := newEngine(program) // says now what no page could be drawn with
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

// SiteCode is the brand that the bundle was built for.
func (r *Renderer) SiteCode() string { return r.siteCode }

// Close frees the engines that are idle. Those in use go with the process.
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

// Render draws the page of a path and query. Calls that the page makes are
// answered by ask.
func (r *Renderer) Render(ctx context.Context, address string, ask Ask) (Page, error) {
	e, err := r.take(ctx)
	if err != nil {
		return Page{}, err
	}
	sound := false
	defer func() {
		if sound && e.pages < pagesPerEngine {
			r.engines <- e
			return
		}
		r.engines <- nil // its place comes back even after a panic
		e.close()
	}()
	page, err := e.render(ctx, address, ask)
	sound = err == nil
	if err != nil {
		return Page{}, fmt.Errorf("render %s: %w", pathOf(address), err)
	}
	return page, nil
}

// pathOf leaves out the query, which may say what a visitor looks for.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "a page"
	}
	return parsed.Path
}

// take waits for an engine for a moment.
func (r *Renderer) take(ctx context.Context) (*engine, error) {
	timer := time.NewTimer(waitForEngine)
	defer timer.Stop()
	select {
	case e := <-r.engines:
		if e != nil {
			return e, nil
		}
		e, err := newEngine(r.program)
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
