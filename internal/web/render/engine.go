package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"modernc.org/quickjs"
)

// engine is one JavaScript engine with the front end loaded. Only one goroutine
// at a time may use it.
type engine struct {
	vm    *quickjs.VM
	pages int
	kept  keptBodies
}

func newEngine(program []byte, limit time.Duration) (*engine, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start a rendering engine: %w", err)
	}
	e := &engine{vm: vm}
	vm.SetMemoryLimit(memoryLimit)
	if _, err := vm.EvalBytecode(program); err != nil {
		e.close()
		return nil, fmt.Errorf("load the front end for rendering: %w", err)
	}
	if err := e.settle(); err != nil {
		e.close()
		return nil, fmt.Errorf("load the pages for rendering: %w", err)
	}
	if err := vm.SetEvalTimeout(limit); err != nil {
		e.close()
		return nil, fmt.Errorf("limit a rendering engine: %w", err)
	}
	return e, nil
}

func (e *engine) close() { _ = e.vm.Close() }

// settle runs the jobs of settled promises.
func (e *engine) settle() error {
	_, err := e.vm.ExecutePendingJobs()
	return explain(err)
}

// pendingCall is an API call that the page waits for.
type pendingCall struct {
	Path   string            `json:"path"`
	Params map[string]string `json:"params"`
}

// render renders one page: it starts the page, answers its calls until none is
// left, and renders it.
func (e *engine) render(ctx context.Context, address string, ask Ask) (Page, error) {
	e.pages++
	if _, err := e.call("begin", address); err != nil {
		return Page{}, err
	}
	var page Page
	for range maxRounds {
		waiting, err := e.call("takeCalls")
		if err != nil {
			return Page{}, err
		}
		var calls []pendingCall
		if err := json.Unmarshal([]byte(waiting), &calls); err != nil {
			return Page{}, fmt.Errorf("read the page's calls: %w", err)
		}
		if len(calls) == 0 {
			break
		}
		answers := answerAll(ctx, calls, ask)
		if ctx.Err() != nil {
			return Page{}, ctx.Err()
		}
		if _, err := e.call("resolveCalls", string(e.kept.encode(answers))); err != nil {
			return Page{}, err
		}
		page.Answers = append(page.Answers, answers...)
	}
	html, err := e.call("render")
	if err != nil {
		return Page{}, err
	}
	page.HTML = html
	return page, nil
}

// hasRoom reports whether an engine has memory left for a page.
func (e *engine) hasRoom() bool {
	_, err := e.vm.Eval("void new ArrayBuffer("+strconv.Itoa(roomForPage)+")", quickjs.EvalGlobal)
	return err == nil
}

func answerAll(ctx context.Context, calls []pendingCall, ask Ask) []Answer {
	answers := make([]Answer, len(calls))
	for i, call := range calls {
		path, before, _ := strings.Cut(call.Path, "?")
		query, _ := url.ParseQuery(before) // what cannot be read is left out
		for name, value := range call.Params {
			query.Set(name, value)
		}
		reply := ask(ctx, path, query)
		if !json.Valid(reply.Body) {
			reply.Body = []byte("null")
		}
		answers[i] = Answer{Call: call.Path, Params: call.Params, Status: reply.Status, Headers: reply.Headers, Body: reply.Body}
	}
	return answers
}

// call calls a function of the bundle and then runs the jobs of its promises.
func (e *engine) call(function string, args ...any) (string, error) {
	result, err := e.vm.Call("page."+function, args...)
	if err != nil {
		return "", explain(err)
	}
	if err := e.settle(); err != nil {
		return "", err
	}
	text, _ := result.(string)
	return text, nil
}

// explain returns ErrTooSlow or ErrNoMemory where an engine's limit was
// exceeded, and other errors unchanged.
func explain(err error) error {
	var thrown *quickjs.Error
	if !errors.As(err, &thrown) {
		return err
	}
	switch {
	case strings.Contains(thrown.Message, "interrupted"):
		return fmt.Errorf("%w: %w", ErrTooSlow, err)
	case strings.Contains(thrown.Message, "out of memory"), thrown.Error() == "null", thrown.Error() == "":
		// QuickJS throws null, or an error without a text, where no memory is left
		// for the error itself.
		return fmt.Errorf("%w: %w", ErrNoMemory, err)
	}
	return err
}
