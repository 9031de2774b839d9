package httpx

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Body is a body that is sent more than once: as it is and in compressed forms,
// which are made when a client first asks for them. Each form has a strong tag
// of its own. It is safe for concurrent use.
type Body struct {
	kind    []string
	tag     string
	plain   *form
	codings []*Coding
	coded   []atomic.Pointer[form] // by the index of the coding
	making  []sync.Mutex           // by the index of the coding
}

// form is a body as it is sent, with the values of its headers beside each other.
type form struct {
	body        []byte
	encoding    []string // nil: as it is
	tag, length [1]string
}

// NewBody returns a body of a media type. codings are the forms that it may be
// sent in, the best first.
func NewBody(kind []string, body []byte, codings []*Coding) *Body {
	sum := sha256.Sum256(body)
	made := &Body{kind: kind, tag: base64.RawURLEncoding.EncodeToString(sum[:12])}
	made.plain = made.newForm(body, nil)
	if len(body) >= compressFrom {
		made.codings = codings
		made.coded = make([]atomic.Pointer[form], len(codings))
		made.making = make([]sync.Mutex, len(codings))
	}
	return made
}

// Have gives the body a form that was made elsewhere, by the build.
func (b *Body) Have(coding *Coding, encoded []byte) {
	for i, known := range b.codings {
		if known == coding && encoded != nil {
			b.coded[i].Store(b.newForm(encoded, coding))
		}
	}
}

// Form is the body in a coding that it was made with.
func (b *Body) Form(coding *Coding) []byte {
	for i, known := range b.codings {
		if known == coding {
			return b.form(i).body
		}
	}
	return b.plain.body
}

// Plain is the body as it is. It must not be changed.
func (b *Body) Plain() []byte { return b.plain.body }

// Tag identifies the content of the body.
func (b *Body) Tag() string { return b.tag }

// Len is the size of the body as it is, in bytes.
func (b *Body) Len() int { return len(b.plain.body) }

// Size is about the memory that the body takes, with all its forms.
func (b *Body) Size() int {
	const overhead = 400
	return len(b.plain.body) + len(b.plain.body)/4*len(b.codings) + overhead
}

func (b *Body) newForm(body []byte, coding *Coding) *form {
	made := &form{body: body, length: [1]string{strconv.Itoa(len(body))}}
	suffix := ""
	if coding != nil {
		made.encoding, suffix = coding.name, coding.suffix
	}
	made.tag = [1]string{`"` + b.tag + suffix + `"`}
	return made
}

// Compress makes all compressed forms that are not there yet.
func (b *Body) Compress() {
	for i := range b.codings {
		b.form(i)
	}
}

// form is the body in the coding of an index. It is made once.
func (b *Body) form(i int) *form {
	if made := b.coded[i].Load(); made != nil {
		return made
	}
	b.making[i].Lock()
	defer b.making[i].Unlock()
	if made := b.coded[i].Load(); made != nil {
		return made
	}
	made := b.newForm(b.codings[i].Encode(b.plain.body), b.codings[i])
	b.coded[i].Store(made)
	return made
}

// choose is the form that suits a request.
func (b *Body) choose(r *http.Request) *form {
	ready := func(i int) bool { return !b.codings[i].ahead || b.coded[i].Load() != nil }
	if coding := choose(r, b.codings, ready); coding != nil {
		for i, known := range b.codings {
			if known == coding {
				return b.form(i)
			}
		}
	}
	return b.plain
}

// Send answers with the body in the best form that the client takes, or with
// 304 where the client has it.
func (b *Body) Send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header["Content-Type"] = b.kind
	if len(b.codings) > 0 {
		varyByEncoding(header)
	}
	f := b.choose(r)
	header["Etag"] = f.tag[:]
	if matches(r.Header["If-None-Match"], f.tag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if f.encoding != nil {
		header["Content-Encoding"] = f.encoding
	}
	header["Content-Length"] = f.length[:]
	_ = write(w, r, http.StatusOK, f.body) // an error: the client has gone
}

// SendOnce answers with a body that is not kept, compressed where that pays and
// the client takes it. The caller has set Content-Type and Cache-Control.
// release is called as soon as body may be written to again, which is never
// after an error: HTTP/2 may still be reading it. It may be nil.
//
// It returns ErrBusy, with nothing written, where too many bytes are on their
// way to this client or to all: answer the request with 503 then.
func SendOnce(w http.ResponseWriter, r *http.Request, status int, body []byte, codings []*Coding, release func()) error {
	header := w.Header()
	if release == nil {
		release = func() {}
	}
	done := release
	if len(codings) > 0 && len(body) >= compressFrom {
		varyByEncoding(header)
		if coding := choose(r, codings, func(i int) bool { return !codings[i].ahead }); coding != nil {
			out := buffers.Get().(*[]byte)
			encoded := coding.encode((*out)[:0], body)
			release()
			header["Content-Encoding"] = coding.name
			body = encoded
			done = func() {
				if cap(encoded) <= bufferMax {
					*out = encoded
					buffers.Put(out)
				}
			}
		}
	}
	if n := int64(cap(body)); n >= heldFrom {
		if flight := flightOf(r.Context()); flight != nil {
			if !flight.hold(n) {
				header.Del("Content-Encoding")
				done()
				return ErrBusy
			}
			defer flight.drop(n)
		}
	}
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	if err := write(w, r, status, body); err == nil {
		done()
	}
	return nil
}

// SendText answers with a short plain text, a line of its own.
func SendText(w http.ResponseWriter, r *http.Request, status int, caching []string, text string) {
	header := w.Header()
	header["Content-Type"], header["Cache-Control"] = Text, caching
	_ = SendOnce(w, r, status, []byte(text+"\n"), nil, nil) // small bodies always go
}

const (
	// bufferMax is the largest buffer, in bytes, that is kept for the next answer.
	bufferMax = 1 << 20
	// heldFrom is the size in bytes from which bodies count as load.
	heldFrom = 8 << 10
	// writeStep is how many bytes a client must take within stepTime: 4 kB/s, a
	// tenth of a poor mobile connection.
	writeStep = 64 << 10
	stepTime  = 15 * time.Second
	// writeTime bounds the writing of a whole body.
	writeTime = 90 * time.Second
)

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// write writes an answer. A client that stops reading is given up after
// stepTime.
func write(w http.ResponseWriter, r *http.Request, status int, body []byte) error {
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return nil
	}
	if len(body) < heldFrom {
		_, err := w.Write(body)
		return err
	}
	controller := http.NewResponseController(w)
	now := time.Now()
	last := now.Add(writeTime)
	for len(body) > 0 {
		deadline := now.Add(stepTime)
		if deadline.After(last) {
			deadline = last
		}
		_ = controller.SetWriteDeadline(deadline) // a writer in a test may not know deadlines
		n := min(len(body), writeStep)
		if _, err := w.Write(body[:n]); err != nil {
			return err
		}
		if body = body[n:]; len(body) > 0 {
			now = time.Now()
		}
	}
	return nil
}

func varyByEncoding(header http.Header) {
	if len(header["Vary"]) == 0 {
		header["Vary"] = varyEncoding
		return
	}
	AddVary(header, "Accept-Encoding")
}

// matches compares a tag with the lines of an If-None-Match.
func matches(lines []string, tag string) bool {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			if part = strings.TrimPrefix(strings.TrimSpace(part), "W/"); part == tag || part == "*" {
				return true
			}
		}
	}
	return false
}
