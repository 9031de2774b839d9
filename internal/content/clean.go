package content

import (
	stdhtml "html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"holidaymaker/internal/site"
)

// Limits of an item's HTML. What exceeds them is left out.
const (
	maxHTML  = 1 << 20
	maxDepth = 60
	maxRows  = 500 // of a table
)

// cleaner turns the HTML of editors into HTML that is safe to show.
type cleaner struct {
	policy   *bluemonday.Policy
	hosts    []string // our own
	pictures *pictures
}

func newCleaner(brand *site.Site, p *pictures) *cleaner {
	c := &cleaner{policy: policy(), pictures: p}
	for _, address := range []string{brand.Global.SiteBaseURL, "https://" + brand.Global.SiteURL} {
		if parsed, err := url.Parse(address); err == nil && parsed.Host != "" {
			c.hosts = append(c.hosts, bareHost(parsed.Host))
		}
	}
	return c
}

func bareHost(host string) string { return strings.TrimPrefix(strings.ToLower(host), "www.") }

// sandbox is what an embedded page may do (open point BLOG-9).
const sandbox = "allow-scripts allow-same-origin allow-popups"

// policy is the allow-list of HTML (open point CMS-2).
func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "mark", "cite", "q",
		"blockquote", "pre", "code", "kbd", "ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "div", "span", "section", "details", "summary", "address",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "abbr", "del", "ins", "a", "img", "iframe",
		"bdi", "bdo", "ruby", "rt", "rp", "time")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$`)).Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("datetime").Matching(bluemonday.ISO8601).OnElements("time", "del", "ins")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^c-[\p{L}\p{N}_-]{1,100}$`)).Globally()
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^[a-z0-9 _-]+$`)).Globally()
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("target").Matching(regexp.MustCompile(`^_blank$`)).OnElements("a")
	p.AllowAttrs("rel").Matching(regexp.MustCompile(`^noopener$`)).OnElements("a")
	p.AllowAttrs("title").OnElements("a", "abbr", "img", "iframe")
	p.AllowAttrs("src").OnElements("img", "iframe")
	p.AllowAttrs("srcset", "sizes").Matching(regexp.MustCompile(`^[A-Za-z0-9/_., ():-]*$`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img", "iframe")
	p.AllowAttrs("decoding").Matching(regexp.MustCompile(`^async$`)).OnElements("img")
	p.AllowAttrs("width", "height").Matching(regexp.MustCompile(`^[0-9]{1,4}%?$`)).OnElements("img", "iframe")
	p.AllowAttrs("sandbox").Matching(regexp.MustCompile(`^` + sandbox + `$`)).OnElements("iframe")
	p.AllowAttrs("allowfullscreen").Matching(regexp.MustCompile(`^$`)).OnElements("iframe")
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^[0-9]{1,2}$`)).OnElements("td", "th")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col)$`)).OnElements("th")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,4}$`)).OnElements("ol")
	p.AllowAttrs("open").Matching(regexp.MustCompile(`^$`)).OnElements("details")
	return p
}

// text returns HTML without its tags, as HTML.
func (c *cleaner) text(markup string) string {
	if len(markup) > maxHTML {
		markup = markup[:maxHTML]
	}
	return strings.Join(strings.Fields(strict.Sanitize(strings.ReplaceAll(markup, "<br", " <br"))), " ")
}

// excerpt returns an excerpt as one paragraph. WordPress ends it with '[…]'.
func (c *cleaner) excerpt(markup string) string {
	text := c.text(markup)
	for _, end := range []string{"[&hellip;]", "[…]", "[...]"} {
		if short, cut := strings.CutSuffix(text, end); cut {
			text = strings.TrimRight(short, " ,;:") + "…"
		}
	}
	if text == "" {
		return ""
	}
	return "<p>" + text + "</p>"
}

// link returns an address to which a link may lead, or "".
func (c *cleaner) link(address string) string {
	to, _ := c.target(address)
	return to
}

// target returns where a link leads, and whether that is another host. Links to
// our own hosts become paths. It returns "" where a link may not lead.
func (c *cleaner) target(address string) (to string, away bool) {
	address = strings.TrimSpace(address)
	if strings.HasPrefix(address, "#") {
		return "#c-" + address[1:], false
	}
	parsed, err := url.Parse(address)
	switch {
	case err != nil || address == "" || strings.ContainsAny(address, "\\\t\n"):
		return "", false
	case parsed.Scheme == "mailto" || parsed.Scheme == "tel":
		return address, false
	case parsed.Host != "" && slices.Contains(c.hosts, bareHost(parsed.Hostname())):
		parsed.Scheme, parsed.Host, parsed.User = "", "", nil
		if !strings.HasPrefix(parsed.Path, "/") {
			parsed.Path = "/" + parsed.Path
		}
		return "/" + strings.TrimLeft(parsed.String(), "/"), false
	case parsed.Host != "" && (parsed.Scheme == "https" || parsed.Scheme == "http" || parsed.Scheme == ""):
		if parsed.Scheme == "" {
			parsed.Scheme = "https"
		}
		return parsed.String(), true
	case parsed.Scheme == "" && parsed.Host == "":
		return "/" + strings.TrimLeft(address, "/"), false
	}
	return "", false
}

// html returns HTML that is safe to show. Of HTML that cannot be read, its text
// stays.
func (c *cleaner) html(markup string) string {
	if markup == "" {
		return ""
	}
	if len(markup) > maxHTML {
		markup = strings.ToValidUTF8(markup[:maxHTML], "")
	}
	body := fragment(markup)
	if body == nil {
		return "<p>" + c.text(markup) + "</p>" // elements in elements in elements
	}
	c.walk(body, 0)
	cleaned, err := inside(body)
	if err != nil {
		return "<p>" + c.text(markup) + "</p>"
	}
	return strings.TrimSpace(c.policy.Sanitize(cleaned))
}

// dropped are elements that are left out with everything in them.
var dropped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Template: true, atom.Noscript: true, atom.Object: true, atom.Embed: true, atom.Svg: true, atom.Math: true,
	atom.Input: true, atom.Select: true, atom.Textarea: true, atom.Link: true, atom.Meta: true, atom.Base: true, atom.Title: true, atom.Audio: true, atom.Video: true,
}

// walk changes the elements below a node: links, pictures, embedded pages and
// headings. It removes what is not to be shown.
func (c *cleaner) walk(parent *html.Node, depth int) {
	rows := 0
	for node := parent.FirstChild; node != nil; {
		next := node.NextSibling
		if node.DataAtom == atom.Tr {
			rows++
		}
		switch {
		case node.Type == html.TextNode:
		case node.Type != html.ElementNode, dropped[node.DataAtom], depth >= maxDepth, rows > maxRows, !c.element(node):
			parent.RemoveChild(node)
		default:
			c.walk(node, depth+1)
		}
		node = next
	}
}

// element changes one element. It returns false where the element is to be
// removed.
func (c *cleaner) element(node *html.Node) bool {
	keep := true
	switch node.DataAtom {
	case atom.A:
		c.anchor(node)
	case atom.Img:
		keep = c.image(node)
	case atom.Iframe:
		keep = c.frame(node)
	case atom.H1:
		node.Data, node.DataAtom = "h2", atom.H2
	case atom.Details:
		tidyFlag(node, "open")
	default:
	}
	if id := attribute(node, "id"); id != "" {
		setAttribute(node, "id", "c-"+id)
	}
	if class := attribute(node, "class"); class != "" {
		setAttribute(node, "class", knownClasses(class))
	}
	return keep
}

// knownClass matches the classes of WordPress that say how something is laid
// out. No class of our own can be named by an editor.
var knownClass = regexp.MustCompile(`^(wp-(block|element)-[a-z0-9_-]+|align[a-z]{4,6}|is-(style|type|provider)-[a-z0-9-]+|has-text-align-[a-z]+|blocks-gallery-[a-z]+)$`)

func knownClasses(class string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(class), func(name string) bool { return !knownClass.MatchString(name) }), " ")
}

func (c *cleaner) anchor(node *html.Node) {
	to, away := c.target(attribute(node, "href"))
	kept := [][2]string{{"href", to}}
	for _, name := range []string{"title", "id", "class", "lang", "dir"} {
		kept = append(kept, [2]string{name, attribute(node, name)})
	}
	node.Attr = nil
	for _, pair := range kept {
		if pair[1] != "" {
			setAttribute(node, pair[0], pair[1])
		}
	}
	if away {
		setAttribute(node, "target", "_blank")
		setAttribute(node, "rel", "noopener")
	}
}

// image gives a picture our own address, its size and other widths. It returns
// false for a picture that cannot be shown.
func (c *cleaner) image(node *html.Node) bool {
	address := attribute(node, "src")
	for _, lazy := range []string{"data-src", "data-lazy-src"} { // of plugins that load pictures late
		if late := attribute(node, lazy); late != "" && (address == "" || strings.HasPrefix(address, "data:")) {
			address = late
		}
	}
	p := c.pictures.resolve(&picture{url: address, alt: attribute(node, "alt"), width: length(attribute(node, "width")), height: length(attribute(node, "height"))})
	if p == nil {
		return false
	}
	title, class := attribute(node, "title"), attribute(node, "class")
	node.Attr = nil
	setAttribute(node, "src", c.pictures.address(p))
	var widths []string
	for _, size := range c.pictures.sizes(p) {
		widths = append(widths, size.url+" "+strconv.Itoa(size.width)+"w")
	}
	if len(widths) > 1 {
		setAttribute(node, "srcset", strings.Join(widths, ", "))
		setAttribute(node, "sizes", "(min-width: 768px) 720px, 100vw")
	}
	if p.width > 0 && p.height > 0 {
		setAttribute(node, "width", strconv.Itoa(p.width))
		setAttribute(node, "height", strconv.Itoa(p.height))
	}
	setAttribute(node, "alt", p.alt)
	setAttribute(node, "loading", "lazy")
	setAttribute(node, "decoding", "async")
	if title != "" {
		setAttribute(node, "title", title)
	}
	if class != "" {
		setAttribute(node, "class", class)
	}
	return true
}

// length reads a width or height in pixels; 0 where it is none.
func length(text string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(text, "px"))
	if err != nil || n < 1 || n > 9999 {
		return 0
	}
	return n
}

var frameLength = regexp.MustCompile(`^([0-9]{1,4}|[0-9]{1,3}%)$`)

// frame keeps an embedded https page, in its size (open point BLOG-9). It
// returns false for any other address.
func (c *cleaner) frame(node *html.Node) bool {
	address := attribute(node, "src")
	if late := attribute(node, "data-src"); address == "" || address == "about:blank" {
		address = late
	}
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	parsed, err := url.Parse(strings.TrimSpace(address))
	if err != nil || parsed.Scheme != "https" || parsed.Host == "" || parsed.User != nil {
		return false
	}
	if host := bareHost(parsed.Host); host == "youtube.com" || host == "m.youtube.com" {
		parsed.Host = "www.youtube-nocookie.com"
	}
	title, width, height := attribute(node, "title"), attribute(node, "width"), attribute(node, "height")
	if strings.TrimSpace(title) == "" {
		title = "Content from " + bareHost(parsed.Host)
	}
	fullscreen := slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "allowfullscreen" })
	node.Attr = nil
	setAttribute(node, "src", parsed.String())
	setAttribute(node, "title", title)
	setAttribute(node, "sandbox", sandbox)
	setAttribute(node, "loading", "lazy")
	if frameLength.MatchString(width) {
		setAttribute(node, "width", width)
	}
	if frameLength.MatchString(height) {
		setAttribute(node, "height", height)
	}
	if fullscreen {
		setAttribute(node, "allowfullscreen", "")
	}
	return true
}

// tidyFlag writes a flag of an element without a value.
func tidyFlag(node *html.Node, name string) {
	for i := range node.Attr {
		if node.Attr[i].Key == name {
			node.Attr[i].Val = ""
		}
	}
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

func setAttribute(node *html.Node, name, value string) {
	for i := range node.Attr {
		if node.Attr[i].Key == name {
			node.Attr[i].Val = value
			return
		}
	}
	node.Attr = append(node.Attr, html.Attribute{Key: name, Val: value})
}

// strict removes all tags.
var strict = bluemonday.StrictPolicy()

// tagName matches the beginning of a tag.
var tagName = regexp.MustCompile(`</?[a-zA-Z][a-zA-Z0-9]*`)

// inLine are elements inside a line: their tags divide no words.
var inLine = []string{"a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u"}

// Plain returns HTML as a text: without tags, with entities decoded.
func Plain(markup string) string {
	spaced := tagName.ReplaceAllStringFunc(markup, func(tag string) string {
		if slices.Contains(inLine, strings.TrimLeft(tag, "</")) {
			return tag
		}
		return " " + tag
	})
	return strings.Join(strings.Fields(stdhtml.UnescapeString(strict.Sanitize(spaced))), " ")
}
