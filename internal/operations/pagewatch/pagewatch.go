// Package pagewatch reads the live payment page as a browser would, through DNS and whatever
// is before the servers, and says how its scripts and security headers differ from what was
// built (PCI DSS 11.6.1).
package pagewatch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"holidaymaker/internal/web/httpx"
)

// Page is what the payment page should be.
type Page struct {
	// Path is the address of the page with the card form, below the site's.
	Path    string
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
// nothing but names of headers, paths, origins and hashes. An error means that not all of it
// could be read; the differences are then those of what was read.
func Differences(ctx context.Context, client *http.Client, site string, want Page) ([]string, error) {
	at, err := url.Parse(site)
	if err != nil {
		return nil, fmt.Errorf("read the address of the site: %w", err)
	}
	page, err := fetch(ctx, client, site+want.Path)
	if err == nil && page.status != http.StatusOK {
		err = fmt.Errorf("the payment page answers %d", page.status)
	}
	if err != nil {
		return nil, err
	}
	found := found{want: want, site: at}
	for name := range want.Headers {
		if got := page.header.Values(name); !slices.Equal(got, want.Headers.Values(name)) {
			found.note("the header %s is not ours", name)
		}
	}
	tree, err := html.Parse(bytes.NewReader(page.body))
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
	err = found.contents(ctx, client, site)
	slices.Sort(found.differences)
	return slices.Compact(found.differences), err
}

// answer is what a site answers to a browser.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func fetch(ctx context.Context, client *http.Client, address string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, fmt.Errorf("read the payment page: %w", err)
	}
	request.Header = browser.Clone()
	response, err := client.Do(request)
	if err != nil {
		return answer{}, fmt.Errorf("read the payment page: %w", err)
	}
	defer response.Body.Close()
	body, err := httpx.ReadAll(response.Body, maxBody)
	if err != nil {
		return answer{}, fmt.Errorf("read %s: %w", request.URL.Path, err)
	}
	return answer{response.StatusCode, response.Header, body}, nil
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

// contents compares every script that the page may load. The error names those that could not
// be read.
func (f *found) contents(ctx context.Context, client *http.Client, site string) (failed error) {
	for path, hash := range f.want.Files {
		script, err := fetch(ctx, client, site+path)
		switch {
		case err != nil:
			failed = errors.Join(failed, err)
		case script.status != http.StatusOK:
			f.note("the script %s answers %d", path, script.status)
		case httpx.SourceHash(script.body) != hash:
			f.note("the script %s has another content", path)
		}
	}
	return failed
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
	hash := httpx.SourceHash([]byte(text.String()))
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
	return &http.Client{Timeout: timeout, CheckRedirect: httpx.NoRedirects}
}
