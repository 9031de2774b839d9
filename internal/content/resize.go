package content

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // formats of editors
	"image/jpeg"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // formats of editors

	"holidaymaker/internal/httpx"
	"holidaymaker/internal/loop"
)

// Limits of pictures.
const (
	pictureBytes   = 96 << 20 // of the cache
	sourceBytes    = 32 << 20 // of a picture as an editor has sent it
	sourcePixels   = 50_000_000
	pictureTime    = 15 * time.Second
	picturesAtOnce = 2
	missingPicture = time.Minute // how long a picture that cannot be had is not asked for again
	quality        = 80
)

// resized is a picture in one width, or that it cannot be had.
type resized struct {
	body *httpx.Body // nil: cannot be had
	at   time.Time
}

func newPictureGate() *httpx.Gate {
	return httpx.NewGate("content pictures", picturesAtOnce, 64, 10*time.Second)
}

// newClient returns a client that fetches pictures: it follows redirects to
// allowed hosts only, and connects to public addresses only.
func (p *pictures) newClient() *http.Client {
	transport := p.Transport
	if transport == nil {
		dialer := &net.Dialer{Timeout: 5 * time.Second}
		if !p.Private {
			dialer.Control = publicOnly
		}
		transport = &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: 5 * time.Second, MaxConnsPerHost: 4, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}
	}
	return &http.Client{Transport: transport, Timeout: pictureTime, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if !p.allowed(next.URL) || len(via) > 3 {
			return errors.New("redirected to a host that is not allowed, or too often")
		}
		return nil
	}}
}

// publicOnly refuses to connect to an address that is not public: a name on the
// allow-list may point into our own network. It sees the address after the name
// was resolved, so a second answer of the name server cannot replace it.
func publicOnly(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("read the address of a picture's host: %w", err)
	}
	if !public(at.Addr().Unmap()) {
		return fmt.Errorf("the picture's host is at %s, which is not a public address", at.Addr())
	}
	return nil
}

// notPublic are networks, other than the private ones, that are not part of the
// public internet.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"),
}

func public(at netip.Addr) bool {
	for _, network := range notPublic {
		if network.Contains(at) {
			return false
		}
	}
	return at.IsGlobalUnicast() && !at.IsPrivate()
}

// PicturePattern is the pattern under which Picture is served.
const PicturePattern = "GET " + picturePath

// Picture answers a picture of the CMS in one of our widths.
func (s *Service) Picture(w http.ResponseWriter, r *http.Request) {
	p := s.pictures
	address, width, ok := p.named(r.URL.Path)
	if !ok {
		httpx.SendText(w, r, http.StatusNotFound, httpx.PublicOneMinute, "There is no such picture.")
		return
	}
	found, err := p.get(r.Context(), address, width, s.Now())
	switch {
	case err != nil:
		w.Header().Set("Retry-After", "2")
		httpx.SendText(w, r, http.StatusServiceUnavailable, httpx.NoStore, "Too many pictures at once.")
	case found.body == nil:
		httpx.SendText(w, r, http.StatusNotFound, httpx.PublicOneMinute, "This picture cannot be shown.")
	default:
		w.Header().Set("Cache-Control", "public, max-age=604800")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
		found.body.Send(w, r)
	}
}

// get returns a picture in a width. Its error means that too many pictures are
// being made.
func (p *pictures) get(ctx context.Context, address string, width int, now time.Time) (*resized, error) {
	key := strconv.Itoa(width) + " " + address
	usable := func(r *resized, ok bool) bool { return ok && (r.body != nil || now.Sub(r.at) < missingPicture) }
	if held, ok := p.made.Get(key); usable(held, ok) {
		return held, nil
	}
	if err := p.working.Enter(ctx); err != nil {
		return nil, err
	}
	defer p.working.Leave()
	if held, ok := p.made.Get(key); usable(held, ok) {
		return held, nil // another request has made it meanwhile
	}
	made := &resized{at: now}
	weight := 500
	err := loop.Catch(func() error {
		body, kind, err := p.fetch(ctx, address, width)
		if err == nil {
			made.body = httpx.NewBody([]string{kind}, body, nil)
			weight += len(body)
		}
		return err
	})
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.made.Put(key, made, weight)
	return made, nil
}

// fetch fetches a picture and makes it smaller.
func (p *pictures) fetch(ctx context.Context, address string, width int) (body []byte, kind string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, "", fmt.Errorf("ask for a picture: %w", err)
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, "", fmt.Errorf("ask for a picture: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("ask for a picture: status %d", response.StatusCode)
	}
	source, err := io.ReadAll(io.LimitReader(response.Body, sourceBytes+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("read a picture: %w", err)
	case len(source) > sourceBytes:
		return nil, "", fmt.Errorf("read a picture: more than %d bytes", sourceBytes)
	}
	return shrink(source, width)
}

// shrink decodes a picture, makes it at most as wide as width, and encodes it:
// as PNG where it is transparent, else as JPEG. It reads the size before the
// pixels, because a small file may contain very many of them.
func shrink(source []byte, width int) (body []byte, kind string, err error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(source))
	if err != nil {
		return nil, "", fmt.Errorf("read a picture's size: %w", err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > sourcePixels/config.Height {
		return nil, "", fmt.Errorf("a picture of %d × %d pixels is too large", config.Width, config.Height)
	}
	decoded, _, err := image.Decode(bytes.NewReader(source))
	if err != nil {
		return nil, "", fmt.Errorf("decode a picture: %w", err)
	}
	width = min(width, config.Width)
	height := max(1, config.Height*width/config.Width)
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.BiLinear.Scale(made, made.Bounds(), decoded, decoded.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	if made.Opaque() {
		err = jpeg.Encode(&out, made, &jpeg.Options{Quality: quality})
		return out.Bytes(), "image/jpeg", err
	}
	err = png.Encode(&out, made)
	return out.Bytes(), "image/png", err
}
