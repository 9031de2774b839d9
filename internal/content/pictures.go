package content

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/singleflight"

	"holidaymaker/internal/content/picture/webp"
	"holidaymaker/internal/operations/badrecord"
	"holidaymaker/internal/operations/cache"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/web/httpx"
)

// PicturePath is the path below which the CMS's pictures are served from our
// own host.
const PicturePath = "/content-pictures/"

// pictureWidths are the widths in which the CMS's pictures are served.
var pictureWidths = []int{400, 800, 1200, 1600}

// usualWidth is the width of a picture where no other one is asked for.
const usualWidth = 1200

// PictureConfig says which pictures of other hosts are served, and how.
type PictureConfig struct {
	// Hosts are the hosts of pictures in addition to that of the CMS.
	Hosts []string
	// Private allows pictures at private addresses, for a CMS in the same
	// network.
	Private bool
	// Keys sign the addresses of pictures, so that nobody can ask for others.
	Keys keyring.Ring
	// Dir is the directory in which pictures are stored, so that a restarted
	// server need not fetch them again; empty: they are in memory only.
	Dir string
	// Transport makes the calls; nil means one that refuses private addresses.
	Transport http.RoundTripper
}

// pictures serves the pictures of a CMS in the sizes that screens need.
type pictures struct {
	PictureConfig
	hosts   []string
	home    *url.URL // of the CMS; nil with the content files
	size    func(path string) (width, height int, ok bool)
	client  *http.Client
	made    *cache.Cache[string, *resized]
	disk    *cache.Disk // nil: in memory only
	working *httpx.Gate
	webp    webp.Encoder
	// fetching limits the downloads from each host.
	fetching  map[string]*httpx.Gate
	making    singleflight.Group // by format, width and address
	downloads singleflight.Group // by address
	bad       *badrecord.Register
}

// size is a picture in one of our widths.
type size struct {
	url           string
	width, height int
}

func newPictures(c Config) (*pictures, error) {
	p := &pictures{PictureConfig: c.Pictures, size: c.PictureSize, made: cache.New[string, *resized](pictureBytes), working: newPictureGate(), bad: c.Bad}
	if c.Pictures.Dir != "" {
		p.disk = cache.NewDisk(c.Pictures.Dir, pictureDiskBytes)
	}
	for _, host := range c.Pictures.Hosts {
		p.hosts = append(p.hosts, strings.ToLower(host))
	}
	if c.URL != "" {
		home, err := url.Parse(c.URL)
		if err != nil {
			return nil, fmt.Errorf("read the address of the CMS: %w", err)
		}
		p.home, p.hosts = home, append(p.hosts, strings.ToLower(home.Host))
	}
	p.fetching = newFetchGates(p.hosts)
	p.client = p.newClient()
	return p, nil
}

// resolve returns a picture with its whole address and its size, or nil for one
// that we do not serve.
func (p *pictures) resolve(from *picture) *picture {
	made := *from
	if ownImage.MatchString(made.url) {
		width, height, ok := p.size(made.url)
		if !ok {
			return nil
		}
		made.width, made.height = width, height
		return &made
	}
	parsed, err := url.Parse(strings.TrimSpace(made.url))
	if err != nil || made.url == "" || p.home == nil {
		return nil
	}
	parsed = p.home.ResolveReference(parsed)
	if !p.allowed(parsed) {
		return nil
	}
	made.url = parsed.String()
	return &made
}

// allowed reports whether a picture may be fetched.
func (p *pictures) allowed(address *url.URL) bool {
	secure := address.Scheme == "https" || address.Scheme == "http" && p.home != nil && p.home.Scheme == "http"
	return secure && address.User == nil && slices.Contains(p.hosts, strings.ToLower(address.Host)) && len(address.String()) < 1000
}

// address returns the address of a picture on our own host, or "" for one that
// we do not serve.
func (p *pictures) address(from *picture) string {
	resolved := p.resolve(from)
	switch {
	case resolved == nil:
		return ""
	case ownImage.MatchString(resolved.url):
		return resolved.url
	}
	return p.at(resolved.url, usualWidth)
}

// sizes returns the widths in which a picture of the CMS is served. A drawn
// picture has only one.
func (p *pictures) sizes(from *picture) (made []size) {
	resolved := p.resolve(from)
	if resolved == nil || ownImage.MatchString(resolved.url) {
		return nil
	}
	for _, width := range pictureWidths {
		if resolved.width > 0 && width > resolved.width && made != nil {
			break
		}
		height := 0
		if resolved.width > 0 {
			height = resolved.height * width / resolved.width
		}
		made = append(made, size{p.at(resolved.url, width), width, height})
	}
	return made
}

var pictureName = regexp.MustCompile(`[^a-z0-9]+`)

// at returns the address at which a picture is served in a width. Its last part
// is the name of the file, by which the front end recognises 'Book now'.
func (p *pictures) at(address string, width int) string {
	name := path.Base(address)
	if parsed, err := url.Parse(address); err == nil {
		name = strings.TrimSuffix(path.Base(parsed.Path), path.Ext(parsed.Path))
	}
	name = strings.Trim(pictureName.ReplaceAllString(strings.ToLower(name), "-"), "-")
	if name == "" {
		name = "picture"
	}
	return PicturePath + p.sign(address) + "/" + strconv.Itoa(width) + "/" + base64.RawURLEncoding.EncodeToString([]byte(address)) + "/" + name
}

// sign returns the proof that we have named a picture's address ourselves.
func (p *pictures) sign(address string) string {
	return base64.RawURLEncoding.EncodeToString(p.Keys.Sign(pictureMessage(address))[:18])
}

// pictureMessage is what is signed of a picture.
func pictureMessage(address string) []byte { return []byte("picture " + address) }

// named reads an address that at has made.
func (p *pictures) named(asked string) (address string, width int, ok bool) {
	parts := strings.Split(strings.TrimPrefix(asked, PicturePath), "/")
	if len(parts) != 4 {
		return "", 0, false
	}
	decoded, err := base64.RawURLEncoding.DecodeString(parts[2])
	mac, unsigned := base64.RawURLEncoding.Strict().DecodeString(parts[0])
	width, number := strconv.Atoi(parts[1])
	if err != nil || number != nil || unsigned != nil || !slices.Contains(pictureWidths, width) || !p.Keys.Signed(pictureMessage(string(decoded)), mac) {
		return "", 0, false
	}
	parsed, err := url.Parse(string(decoded))
	return string(decoded), width, err == nil && p.allowed(parsed)
}
