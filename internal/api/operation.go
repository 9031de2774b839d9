package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
)

// Operation is one call of the API: its purpose, its input, its answer, and the
// function that serves it. The list of operations is the contract: OpenAPI and
// the front end's types are generated from it.
type Operation struct {
	Name         string // unique; the call's name in the front end
	Methods      []string
	Path         string // a pattern of net/http without the method
	Group        string // its heading in the documentation
	Summary      string
	Description  string
	Codes        []Code // in addition to those that every call may answer
	Bare         bool   // the answer is the data alone, without the envelope
	Public       bool   // the same for every visitor: cached, with ETag and 304
	HasReaders   bool   // a public call that with promo is answered for the dates of the visitor's pass
	Priced       bool   // its answer depends on the prices, not only on the catalogue
	Stale        bool   // its answer is used for staleFor after a change of prices alone, in pages too
	OwnOrigin    bool   // a GET that changes something: refused when another site makes it
	Limit        Limit  // the rate limit that applies to it
	WholeChannel bool   // answers the prices of a whole channel: it has the limit and the gate of documents
	Payment      bool   // has the gate of payments
	Maintenance  bool   // is answered during maintenance too, so that what was begun can be ended
	RenderedToo  bool   // pages that the server renders read it, although it is not public

	In, Out reflect.Type
	inputs  inputs // of In
	decode  func(values) (invocation, error)
}

// invocation is a call whose input has been read.
type invocation struct {
	input any // pointer to the input
	run   func(*Request) (any, error)
	later func(*Request) (any, error) // answers while there is too much to do; nil: the call is refused then
}

// Encoded is an answer whose data is already JSON.
type Encoded struct {
	JSON   []byte
	writer *resultWriter // the writer whose buffer holds JSON, or nil; release returns it to its pool
	// transient answers to a public call are not cached, because the inputs
	// have too many combinations and the answer is cheap to compute.
	transient bool
}

// release returns the writer to its pool. Call it after the answer has been
// sent.
func (e Encoded) release() {
	if e.writer != nil && cap(e.writer.out) <= writerMax {
		writers.Put(e.writer)
	}
}

// call makes an operation from a function that maps decoded input to data. While there
// is too much to do, later answers, if it is given.
func call[In, Out any](o Operation, handle func(*Request, In) (Out, error), later ...func(*Request, In) (Out, error)) Operation {
	o.In, o.Out = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	o.inputs = inputsOf(o.In)
	o.decode = func(from values) (invocation, error) {
		in := new(In)
		if err := o.inputs.decode(in, from); err != nil {
			return invocation{}, err
		}
		i := invocation{input: in, run: func(r *Request) (any, error) { return handle(r, *in) }}
		if len(later) > 0 {
			i.later = func(r *Request) (any, error) { return later[0](r, *in) }
		}
		return i, nil
	}
	return o
}

// encoded is call for functions that return encoded JSON of type Out.
func encoded[In, Out any](o Operation, handle func(*Request, In) (Encoded, error), later ...func(*Request, In) (Encoded, error)) Operation {
	o = call(o, handle, later...)
	o.Out = reflect.TypeFor[Out]()
	return o
}

func get(name, path, group, summary, description string, codes ...Code) Operation {
	return Operation{Name: name, Methods: []string{http.MethodGet, http.MethodHead}, Path: path,
		Group: group, Summary: summary, Description: description, Codes: codes, Limit: limitGeneral}
}

func post(name, path, group, summary, description string, codes ...Code) Operation {
	return Operation{Name: name, Methods: []string{http.MethodPost}, Path: path,
		Group: group, Summary: summary, Description: description, Codes: codes, Limit: limitGeneral}
}

func (o Operation) public() Operation          { o.Public = true; return o }
func (o Operation) priced() Operation          { o.Public, o.Priced = true, true; return o }
func (o Operation) stale() Operation           { o.Stale = true; return o }
func (o Operation) forReaders() Operation      { o.HasReaders = true; return o }
func (o Operation) bare() Operation            { o.Bare = true; return o }
func (o Operation) limited(by Limit) Operation { o.Limit = by; return o }
func (o Operation) ofWholeChannel() Operation  { o.WholeChannel = true; return o }
func (o Operation) ofPayment() Operation       { o.Payment = true; return o }
func (o Operation) inMaintenance() Operation   { o.Maintenance = true; return o }
func (o Operation) renderedToo() Operation     { o.RenderedToo = true; return o }

// ownOrigin marks a GET that changes something. HEAD is refused, because a HEAD
// must not change anything.
func (o Operation) ownOrigin() Operation {
	o.OwnOrigin = true
	o.Methods = slices.DeleteFunc(slices.Clone(o.Methods), func(method string) bool { return method == http.MethodHead })
	return o
}

func (o Operation) also(method string) Operation {
	o.Methods = append(slices.Clone(o.Methods), method)
	return o
}

// Verify returns an error where the operation lacks something that the contract
// needs.
func (o Operation) Verify() error {
	switch {
	case o.Name == "" || o.Path == "" || len(o.Methods) == 0:
		return fmt.Errorf("operation %q %q: name, path and methods are needed", o.Name, o.Path)
	case o.Summary == "" || o.Description == "" || o.Group == "":
		return fmt.Errorf("operation %s: summary, description and group are needed", o.Name)
	case o.In == nil || o.Out == nil || o.decode == nil:
		return fmt.Errorf("operation %s: nothing serves it", o.Name)
	}
	for _, code := range o.Codes {
		if Codes[code] == 0 {
			return fmt.Errorf("operation %s: code %s is not in the list", o.Name, code)
		}
	}
	return nil
}
