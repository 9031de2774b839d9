package content

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/web/httpx"
)

// Limits of pictures.
const (
	pictureBytes   = 96 << 20 // of the cache in memory
	sourceBytes    = 32 << 20 // of a picture as an editor has sent it
	pictureTime    = 15 * time.Second
	headerTime     = 5 * time.Second // until the host begins to answer
	picturesAtOnce = 2               // that are made smaller
	fetchedAtOnce  = 4               // from one host
	missingPicture = time.Minute     // the pause before a picture that could not be fetched or read is tried again

	pictureDiskBytes = 512 << 20
	pictureStored    = 7 * 24 * time.Hour // then a picture on disk is fetched again, because editors replace files
)

// resized is the result of making a picture in one width and format.
type resized struct {
	body *httpx.Body // nil where the picture could not be fetched or read
	at   time.Time
}

func newPictureGate() *httpx.Gate {
	return httpx.NewGate("content pictures", picturesAtOnce, 64, 10*time.Second)
}

// newFetchGates returns a gate for each host, so that one that hangs does not
// stop the pictures of the others.
func newFetchGates(hosts []string) map[string]*httpx.Gate {
	gates := map[string]*httpx.Gate{}
	for _, host := range hosts {
		gates[host] = httpx.NewGate("content pictures of "+host, fetchedAtOnce, 64, 10*time.Second)
	}
	return gates
}

// newClient returns a client that fetches pictures: it follows redirects to
// allowed hosts only, and connects to public addresses only.
func (p *pictures) newClient() *http.Client {
	transport := p.Transport
	if transport == nil {
		outbound := httpx.Outbound(p.Private, 5*time.Second)
		outbound.ResponseHeaderTimeout, outbound.MaxConnsPerHost, outbound.ForceAttemptHTTP2 = headerTime, fetchedAtOnce, true
		transport = outbound
	}
	return &http.Client{Transport: transport, Timeout: pictureTime, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if !p.allowed(next.URL) || len(via) > 3 {
			return errors.New("redirected to a host that is not allowed, or too often")
		}
		return nil
	}}
}

// PicturePattern is the pattern under which Picture is served.
const PicturePattern = "GET " + PicturePath

// Picture answers a picture of the CMS in one of our widths.
func (s *Service) Picture(w http.ResponseWriter, r *http.Request) {
	p := s.pictures
	address, width, ok := p.named(r.URL.Path)
	if !ok {
		httpx.SendText(w, r, http.StatusNotFound, httpx.PublicOneMinute, "There is no such picture.")
		return
	}
	w.Header().Set("Vary", "Accept")
	found, err := p.get(r.Context(), wanted{address, width, p.formatFor(r)}, s.Now())
	switch {
	case err != nil:
		w.Header().Set("Retry-After", "2")
		httpx.SendText(w, r, http.StatusServiceUnavailable, httpx.NoStore, "Too many pictures at once.")
	case found.body == nil:
		httpx.SendText(w, r, http.StatusNotFound, httpx.PublicOneMinute, "This picture cannot be shown.")
	default:
		w.Header().Set("Cache-Control", "public, max-age=604800")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox")
		found.body.Send(w, r)
	}
}

// wanted is a picture in a width and a format.
type wanted struct {
	address string
	width   int
	format  format
}

// key names it in the caches.
func (w wanted) key() string { return string(w.format) + strconv.Itoa(w.width) + " " + w.address }

// get returns a picture. An error means that too many pictures are being made,
// or that the visitor has gone; the picture is then still made for other visitors.
func (p *pictures) get(ctx context.Context, want wanted, now time.Time) (*resized, error) {
	if held, ok := p.held(want.key(), now); ok {
		return held, nil
	}
	flight := p.making.DoChan(want.key(), func() (any, error) { return p.make(context.WithoutCancel(ctx), want, now) })
	select {
	case result := <-flight:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*resized), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// held returns the result in memory, also of a failure less than missingPicture
// ago.
func (p *pictures) held(key string, now time.Time) (*resized, bool) {
	held, ok := p.made.Get(key)
	return held, ok && (held.body != nil || now.Sub(held.at) < missingPicture)
}

// make reads a picture from disk, or fetches it and makes it smaller. A picture
// that cannot be fetched or read is reported as a bad record. An error of make
// means that there is too much to do at once.
func (p *pictures) make(ctx context.Context, want wanted, now time.Time) (*resized, error) {
	key := want.key()
	if held, ok := p.held(key, now); ok {
		return held, nil // another request has made it meanwhile
	}
	drawn, ok := p.stored(key, now)
	if !ok {
		var err error
		if drawn, err = p.fetchAndShrink(ctx, want); errors.Is(err, httpx.ErrBusy) {
			return nil, err
		}
		name, _, _ := strings.Cut(want.address, "?")
		p.bad.Report(badrecord.Content, "picture "+name, err)
		if err == nil && !drawn.instead {
			p.store(key, drawn, now)
		}
	}
	made := &resized{at: now}
	if drawn.Body != nil {
		made.body = httpx.NewBody([]string{drawn.Kind}, drawn.Body, nil)
	}
	p.made.Put(key, made, 500+len(drawn.Body))
	return made, nil
}

// encoded is a picture as it is sent. Its fields are those of the files on disk.
type encoded struct {
	Kind string // media type
	Body []byte
	At   time.Time // when it was made

	instead bool // of the format that was wanted, which failed
}

// fetchAndShrink makes a picture in a width.
func (p *pictures) fetchAndShrink(ctx context.Context, want wanted) (made encoded, err error) {
	err = loop.Catch(func() error {
		source, err := p.download(ctx, want.address)
		if err != nil {
			return err
		}
		if err := p.working.Enter(ctx); err != nil {
			return err
		}
		defer p.working.Leave()
		made, err = p.shrink(ctx, source, want)
		return err
	})
	return made, err
}

// stored reads a picture from disk.
func (p *pictures) stored(key string, now time.Time) (found encoded, ok bool) {
	if p.disk == nil {
		return found, false
	}
	value, ok := p.disk.Get(fileOf(key))
	if !ok || gob.NewDecoder(bytes.NewReader(value)).Decode(&found) != nil || now.Sub(found.At) >= pictureStored {
		return encoded{}, false
	}
	return found, true
}

// store writes a picture to disk.
func (p *pictures) store(key string, made encoded, now time.Time) {
	if p.disk == nil {
		return
	}
	made.At = now
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(made) == nil {
		p.disk.Put(fileOf(key), b.Bytes())
	}
}

// fileOf is the name of the file of a picture.
func fileOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// download fetches a picture once for all who want it now, in any width.
func (p *pictures) download(ctx context.Context, address string) ([]byte, error) {
	source, err, _ := p.downloads.Do(address, func() (any, error) {
		at, err := url.Parse(address)
		if err != nil {
			return nil, fmt.Errorf("ask for a picture: %w", err)
		}
		gate, ok := p.fetching[strings.ToLower(at.Host)]
		if !ok {
			return nil, errors.New("ask for a picture: its host is not allowed")
		}
		if err := gate.Enter(ctx); err != nil {
			return nil, err
		}
		defer gate.Leave()
		return p.fetch(ctx, address)
	})
	if err != nil {
		return nil, err
	}
	return source.([]byte), nil
}

// fetch fetches a picture as an editor has sent it.
func (p *pictures) fetch(ctx context.Context, address string) (source []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for a picture: %w", err)
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask for a picture: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask for a picture: status %d", response.StatusCode)
	}
	source, err = httpx.ReadAll(response.Body, sourceBytes)
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	return source, nil
}
