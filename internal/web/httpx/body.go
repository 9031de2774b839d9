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

// Body is the body of an answer that is sent many times: uncompressed, and in
// compressed forms that are made when a client first asks for them. Each form
// has its own strong ETag. It is safe for concurrent use.
type Body struct {
	kind    []string
	tag     string
	plain   *form
	codings []*Coding
	coded   []atomic.Pointer[form] // by the index of the coding
	making  []sync.Mutex           // by the index of the coding
}

// form is one form of a body, with the values of its headers.
type form struct {
	body        []byte
	encoding    []string // nil: as it is
	tag, length [1]string
}

// NewBody returns a body with a media type. codings are the compressed forms in
// which it may be sent, the preferred one first.
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

// Have adds a compressed form that the build has already made.
func (b *Body) Have(coding *Coding, encoded []byte) {
	for i, known := range b.codings {
		if known == coding && encoded != nil {
			b.coded[i].Store(b.newForm(encoded, coding))
		}
	}
}

// Form returns the body in one of its codings.
func (b *Body) Form(coding *Coding) []byte {
	for i, known := range b.codings {
		if known == coding {
			return b.form(i).body
		}
	}
	return b.plain.body
}

// Plain returns the uncompressed body. The caller must not change it.
func (b *Body) Plain() []byte { return b.plain.body }

// Len returns the uncompressed size in bytes.
func (b *Body) Len() int { return len(b.plain.body) }

// Size returns roughly how much memory the body uses in all its forms, in
// bytes.
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

// Compress makes all compressed forms that do not exist yet.
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

// choose returns the best form for a request.
func (b *Body) choose(r *http.Request) *form {
	ready := func(i int) bool { return !b.codings[i].ahead || b.coded[i].Load() != nil }
	if i := choose(r, b.codings, ready); i >= 0 {
		return b.form(i)
	}
	return b.plain
}

// Send answers with the body in the best form that the client accepts, or with
// 304 when the client already has it.
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

// SendOnce answers with a body that is sent only once, compressed where that is
// worthwhile and the client accepts it. The caller has set Content-Type and
// Cache-Control. SendOnce calls release, if not nil, as soon as body may be
// overwritten. After an error it never does, because HTTP/2 may still be
// reading the body.
//
// It returns ErrBusy, with nothing written, when too many bytes are being sent
// to this client or to all clients. The caller must then answer with 503.
func SendOnce(w http.ResponseWriter, r *http.Request, status int, body []byte, codings []*Coding, release func()) error {
	header := w.Header()
	if release == nil {
		release = func() {}
	}
	done := release
	if len(codings) > 0 && len(body) >= compressFrom {
		varyByEncoding(header)
		if i := choose(r, codings, func(i int) bool { return !codings[i].ahead }); i >= 0 {
			coding := codings[i]
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

// SendText answers with a short plain text of one line.
func SendText(w http.ResponseWriter, r *http.Request, status int, caching []string, text string) {
	header := w.Header()
	header["Content-Type"], header["Cache-Control"] = Text, caching
	_ = SendOnce(w, r, status, []byte(text+"\n"), nil, nil) // small bodies always go
}

const (
	// bufferMax is the largest buffer, in bytes, that is reused for the next
	// answer.
	bufferMax = 1 << 20
	// heldFrom is the size in bytes from which a body counts towards
	// LoadLimits.
	heldFrom = 8 << 10
	// writeStep is how many bytes a client must read within stepTime: 4 kB/s, a
	// tenth of a slow mobile connection.
	writeStep = 64 << 10
	stepTime  = 15 * time.Second
	// writeTime limits the time to write a whole body.
	writeTime = 90 * time.Second
)

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// write writes an answer. When a client stops reading, it gives up after
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
		_ = controller.SetWriteDeadline(deadline) // a writer in a test may not support deadlines
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

// matches reports whether a tag is in the values of an If-None-Match.
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
