// Package pagewatch reads the live payment page as a browser would, through DNS and whatever
// is before the servers, and says how its scripts and security headers differ from what was
// built (PCI DSS 11.6.1).
package pagewatch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// Path is the page with the card form.
const Path = "/booking/payment"

// Page is what the payment page should be.
type Page struct {
	Headers http.Header
	// Inline are the hashes of the scripts in the document, and Files those of the files
	// that it may load, by their path: SHA-256 in base64.
	Inline []string
	Files  map[string]string
}

// maxBody limits what is read of a page or script.
const maxBody = 8 << 20

// browser is what a request looks like that must not be told from a visitor's: a script that
// was slipped in may be shown to browsers alone.
var browser = http.Header{
	"User-Agent": {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36"},
	"Accept":     {"text/html,application/xhtml+xml,*/*;q=0.8"}, "Accept-Language": {"en-GB,en;q=0.9"},
	"Sec-Fetch-Mode": {"navigate"}, "Sec-Fetch-Dest": {"document"}, "Sec-Fetch-Site": {"none"},
}

// Differences reads the payment page of a site and returns, sorted, how it differs from want:
// nothing but names of headers, paths, origins and hashes. An error means that it could not
// be read.
func Differences(ctx context.Context, client *http.Client, site string, want Page) ([]string, error) {
	at, err := url.Parse(site)
	if err != nil {
		return nil, fmt.Errorf("read the address of the site: %w", err)
	}
	header, body, err := fetch(ctx, client, site+Path)
	if err != nil {
		return nil, err
	}
	found := found{want: want, site: at}
	for name := range want.Headers {
		if got := header.Values(name); !slices.Equal(got, want.Headers.Values(name)) {
			found.note("the header %s is not ours", name)
		}
	}
	tree, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("read the payment page: %w", err)
	}
	for node := range tree.Descendants() {
		if node.Type == html.ElementNode {
			found.element(node)
		}
	}
	for _, hash := range want.Inline {
		if !slices.Contains(found.inline, hash) {
			found.note("the inline script %s is missing", hash)
		}
	}
	for path, hash := range want.Files {
		_, script, err := fetch(ctx, client, site+path)
		if err != nil {
			return nil, err
		}
		if hashOf(script) != hash {
			found.note("the script %s has another content", path)
		}
	}
	slices.Sort(found.differences)
	return slices.Compact(found.differences), nil
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return base64.StdEncoding.EncodeToString(sum[:])
}

func fetch(ctx context.Context, client *http.Client, address string) (http.Header, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("read the payment page: %w", err)
	}
	request.Header = browser.Clone()
	response, err := client.Do(request)
	if err != nil {
		return nil, nil, fmt.Errorf("read the payment page: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.New("it answers " + response.Status)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", request.URL.Path, err)
	}
	return response.Header, body, nil
}

// found is what a page has that it should not have.
type found struct {
	want        Page
	site        *url.URL
	inline      []string
	differences []string
}

func (f *found) note(format string, args ...any) {
	f.differences = append(f.differences, fmt.Sprintf(format, args...))
}

// element looks at an element that can run or load code, or send what was typed elsewhere.
func (f *found) element(node *html.Node) {
	attributes := map[string]string{}
	for _, a := range node.Attr {
		attributes[a.Key] = a.Val
		if strings.HasPrefix(a.Key, "on") {
			f.note("an element %s has the attribute %s", node.Data, a.Key)
		}
	}
	switch node.Data {
	case "script":
		f.script(node, attributes)
	case "link":
		if rel := attributes["rel"]; rel == "modulepreload" || rel == "preload" && attributes["as"] == "script" {
			f.file(attributes["href"])
		}
	case "base", "iframe", "frame", "object", "embed":
		f.note("there is an element %s", node.Data)
	case "meta":
		if how, ok := attributes["http-equiv"]; ok {
			f.note("there is a meta element with http-equiv %q", how)
		}
	case "form":
		f.own("a form", attributes["action"])
	case "button", "input":
		f.own("a button", attributes["formaction"])
	}
}

// script looks at a script. Data for our scripts has a type of its own and does not run.
func (f *found) script(node *html.Node, attributes map[string]string) {
	if source, ok := attributes["src"]; ok {
		f.file(source)
		return
	}
	if attributes["type"] == "application/json" {
		return
	}
	var text strings.Builder
	for child := range node.ChildNodes() {
		text.WriteString(child.Data)
	}
	hash := hashOf([]byte(text.String()))
	f.inline = append(f.inline, hash)
	if !slices.Contains(f.want.Inline, hash) {
		f.note("the inline script %s is not ours", hash)
	}
}

// file notes a script of an address that we do not serve.
func (f *found) file(address string) {
	if path, ok := f.own("a script", address); ok && f.want.Files[path] == "" {
		f.note("the script %s is not ours", path)
	}
}

// own notes what points to another origin.
func (f *found) own(what, address string) (path string, ok bool) {
	at, err := f.site.Parse(address)
	if err != nil || at.Scheme != f.site.Scheme || at.Host != f.site.Host {
		where := "an address that cannot be read"
		if err == nil {
			where = at.Scheme + "://" + at.Host
		}
		f.note("%s leads to %s", what, where)
		return "", false
	}
	return at.Path, true
}

// timeout limits a request of the page or a script.
const timeout = 30 * time.Second

// Client returns a client that follows no redirect: the payment page has none.
func Client() *http.Client {
	return &http.Client{Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}
