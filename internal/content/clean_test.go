package content

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// cleanerOf returns the cleaner of a brand with a CMS at https://cms.test.
func cleanerOf(t *testing.T) *cleaner {
	t.Helper()
	p, err := newPictures(Config{URL: "https://cms.test/wp-json/wp/v2", PictureSize: drawn, Pictures: PictureConfig{Hosts: []string{"cdn.test"}}})
	if err != nil {
		t.Fatal(err)
	}
	return newCleaner(brandOf(t, "MT"), p)
}

func TestHTMLOfEditors(t *testing.T) {
	c := cleanerOf(t)
	for _, x := range []struct{ about, from, want string }{
		{"plain", "<p>Words <strong>and</strong> <em>more</em>.</p>", "<p>Words <strong>and</strong> <em>more</em>.</p>"},
		{"a script", "<p>a<script>alert(1)</script>b</p><SCRIPT SRC=//x></SCRIPT>", "<p>ab</p>"},
		{"an event", `<p onclick="x()" style="position:fixed">a</p>`, "<p>a</p>"},
		{"a style sheet", "<style>p{display:none}</style><p>a</p>", "<p>a</p>"},
		{"unclosed elements", "<p>a<b>b<ul><li>c", "<p>a<b>b</b></p><ul><li><b>c</b></li></ul>"},
		{"a table", "<table><tr><td colspan=2 width=900>a</td></tr></table>", `<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>`},
		{"a main heading", `<h1 id="top">A</h1>`, `<h2 id="c-top">A</h2>`},
		{"a link in the page", `<a href="#top">a</a>`, `<a href="#c-top">a</a>`},
		{"a link to us", `<a href="https://www.meridian.example/holidays/HV1/x?a=1#b">a</a>`, `<a href="/holidays/HV1/x?a=1#b">a</a>`},
		{"a link to us without www", `<a href="http://meridian.example">a</a>`, `<a href="/">a</a>`},
		{"a link to us that looks like another host", `<a href="https://www.meridian.example//evil.example/x">a</a>`, `<a href="/evil.example/x">a</a>`},
		{"a link elsewhere", `<a href="https://else.example/x" target="_self" rel="opener">a</a>`, `<a href="https://else.example/x" target="_blank" rel="noopener">a</a>`},
		{"a link without a scheme", `<a href="//else.example/x">a</a>`, `<a href="https://else.example/x" target="_blank" rel="noopener">a</a>`},
		{"mail", `<a href="mailto:a@b.example">a</a>`, `<a href="mailto:a@b.example">a</a>`},
		{"a script as a link", `<a href="javascript:alert(1)">a</a><a href="java&#10;script:alert(1)">b</a><a href="data:text/html,x">c</a>`, "abc"},
		{"a form", `<form action="/x"><input name="card"><button>Pay</button></form><p>a</p>`, "Pay<p>a</p>"},
		{"a drawn picture", `<img src="/images/hero/lost.svg" alt="A moor">`, `<img src="/images/hero/lost.svg" width="1600" height="700" alt="A moor" loading="lazy" decoding="async"/>`},
		{"a picture of another host", `<p>a<img src="https://spy.example/pixel.gif">b</p>`, "<p>ab</p>"},
		{"a picture without an address", `<p>a<img alt="x">b<img src="data:image/png;base64,AAAA">c</p>`, "<p>abc</p>"},
		{"a frame without https", `<p>a</p><iframe src="http://x.example"></iframe><iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>"></iframe>`, "<p>a</p>"},
		{"a video", `<iframe src="https://www.youtube.com/embed/a?feature=oembed" width="560" height="315" allow="autoplay" allowfullscreen="true" name="x"></iframe>`,
			`<iframe src="https://www.youtube-nocookie.com/embed/a?feature=oembed" title="Content from youtube-nocookie.com" sandbox="allow-scripts allow-same-origin allow-popups" loading="lazy" width="560" height="315" allowfullscreen=""></iframe>`},
		{"a frame with a colon in its title", `<iframe src="https://maps.example/x" title="Film: a lock &amp; a gate?"></iframe>`, `<iframe src="https://maps.example/x" title="Film: a lock &amp; a gate?" sandbox="allow-scripts allow-same-origin allow-popups" loading="lazy"></iframe>`},
		{"a frame without a size", `<iframe src="//maps.example/x" title="A map"></iframe>`, `<iframe src="https://maps.example/x" title="A map" sandbox="allow-scripts allow-same-origin allow-popups" loading="lazy"></iframe>`},
		{"classes", `<p class="fixed has-text-align-left inset-0 wp-block-quote">a</p><p class="hidden">b</p>`, `<p class="has-text-align-left wp-block-quote">a</p><p>b</p>`},
		{"another language", `<p lang="cy" dir="ltr">Croeso i <a href="/help" lang="cy-GB" onclick="x()">Gymru</a></p><p lang="x onload=" dir="up">b</p>`,
			`<p lang="cy" dir="ltr">Croeso i <a href="/help" lang="cy-GB">Gymru</a></p><p>b</p>`},
		{"directions, readings and times", `<p><bdi>אבג</bdi> <bdo dir="rtl">abc</bdo> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <time datetime="2027-05-01">1 May</time></p>`,
			`<p><bdi>אבג</bdi> <bdo dir="rtl">abc</bdo> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <time datetime="2027-05-01">1 May</time></p>`},
		{"a comment", "<!-- wp:paragraph --><p>a</p><!--more-->", "<p>a</p>"},
		{"drawings", `<svg onload="x()"><script>1</script></svg><math><mtext></mtext></math><p>a</p>`, "<p>a</p>"},
	} {
		if got := c.html(x.from); got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", x.about, got, x.want)
		}
	}
}

func TestAPictureOfTheCMSComesFromOurHostInSeveralWidths(t *testing.T) {
	c := cleanerOf(t)
	got := c.html(`<img src="/uploads/Book_Now.png" width="1024" height="512" alt="Book now" srcset="https://cms.test/a.jpg 9w" onerror="x()">`)
	address := regexp.MustCompile(`^<img src="(/content-pictures/[A-Za-z0-9_-]{24}/1200/[A-Za-z0-9_-]+/book-now)" srcset="(/content-pictures/[^"]+/400/[^"]+ 400w, /content-pictures/[^"]+/800/[^"]+ 800w)" sizes="\(min-width: 768px\) 720px, 100vw" width="1024" height="512" alt="Book now" loading="lazy" decoding="async"/>$`)
	if !address.MatchString(got) {
		t.Errorf("got %s", got)
	}
	if strings.Contains(got, "cms.test") || strings.Contains(got, "onerror") {
		t.Errorf("the CMS's own address stays: %s", got)
	}
	late := c.html(`<img src="data:image/gif;base64,R0lGOD" data-lazy-src="https://cdn.test/a.jpg" alt="">`)
	if !strings.Contains(late, `src="/content-pictures/`) {
		t.Errorf("a picture that a plugin loads late: %s", late)
	}
}

func TestMonstersOfEditorsAreCut(t *testing.T) {
	c := cleanerOf(t)
	if got := c.html("<table>" + strings.Repeat("<tr><td>x</td></tr>", 20_000) + "</table><p>after</p>"); strings.Count(got, "<tr>") != maxRows || !strings.Contains(got, "after") {
		t.Errorf("a huge table keeps %d rows", strings.Count(got, "<tr>"))
	}
	if got := c.html(strings.Repeat("<p>word</p>", 500_000)); len(got) > maxHTML+100 {
		t.Errorf("%d bytes", len(got))
	}
	if deep := c.html(strings.Repeat("<div>", 300) + "x" + strings.Repeat("</div>", 300)); strings.Count(deep, "<div>") > maxDepth+1 {
		t.Errorf("%d levels", strings.Count(deep, "<div>"))
	}
	if deeper := c.html(strings.Repeat("<div>", 100_000) + "words"); deeper != "<p>words</p>" {
		t.Errorf("very deep HTML: %.200s", deeper)
	}
}

func TestTextsOfEditors(t *testing.T) {
	c := cleanerOf(t)
	for from, want := range map[string]string{
		"<p>Five shores [&hellip;]</p>\n": "<p>Five shores…</p>", "": "", "<p>Lakes &amp; <b>lodges</b></p>": "<p>Lakes &amp; lodges</p>",
		"<script>alert(1)</script>a < b": "<p>a &lt; b</p>", "&lt;img src=x onerror=alert(1)&gt;": "<p>&lt;img src=x onerror=alert(1)&gt;</p>",
	} {
		if got := c.excerpt(from); got != want {
			t.Errorf("%q: %q, want %q", from, got, want)
		}
	}
	if got := Plain("<p>Lakes &amp; lodges</p><p>you&#8217;ll love</p>"); got != "Lakes & lodges you’ll love" {
		t.Errorf("plain: %q", got)
	}
	for text, want := range map[string]string{
		strings.Repeat("é", 20): strings.Repeat("é", 20), strings.Repeat("é", 21): strings.Repeat("é", 19) + "…", "nineteen letters and, more": "nineteen letters…",
	} {
		if got := FirstWords(text, 20); got != want {
			t.Errorf("the first words of %q: %q, want %q", text, got, want)
		}
	}
}

// FuzzHTML proves of any HTML that what is left of it is on the allow-list, also
// when it is read again.
func FuzzHTML(f *testing.F) {
	for _, seed := range []string{"<p>a</p>", `<a href="javascript:x">`, `<img src=x onerror=y>`, "<svg><style><img src=x onerror=y>", `<iframe src="https://a.b" onload=x>`, "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=x&gt;\">", `<a href="https://www.meridian.example/\evil.example">`} {
		f.Add(seed)
	}
	p, err := newPictures(Config{URL: "https://cms.test/wp-json/wp/v2", PictureSize: drawn})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, markup string) {
		c := &cleaner{policy: policy(), hosts: []string{"meridian.example"}, pictures: p}
		cleaned := c.html(markup)
		body := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
		nodes, err := html.ParseFragment(strings.NewReader(cleaned), body)
		if err != nil {
			t.Fatalf("%q cannot be read again: %v", cleaned, err)
		}
		for _, node := range nodes {
			harmless(t, node, cleaned)
		}
	})
}

// harmless checks an element and those in it.
func harmless(t *testing.T, node *html.Node, all string) {
	t.Helper()
	if node.Type == html.ElementNode && (dropped[node.DataAtom] || node.Namespace != "") {
		t.Fatalf("<%s> in %q", node.Data, all)
	}
	for _, a := range node.Attr {
		value := strings.ToLower(a.Val)
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc", a.Key == "formaction":
			t.Fatalf("%s in %q", a.Key, all)
		case a.Key == "href" && strings.HasPrefix(value, "//"), strings.HasPrefix(value, "/\\"):
			t.Fatalf("a path that is another host in %q", all)
		case (a.Key == "href" || a.Key == "src") && !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "#") && !regexp.MustCompile(`^(https?|mailto|tel):`).MatchString(value):
			t.Fatalf("%s=%q in %q", a.Key, a.Val, all)
		case a.Key == "src" && node.Data == "img" && !strings.HasPrefix(value, "/images/") && !strings.HasPrefix(value, PicturePath):
			t.Fatalf("a picture of another host in %q", all)
		case a.Key == "src" && node.Data == "iframe" && !strings.HasPrefix(value, "https://"):
			t.Fatalf("a frame without https in %q", all)
		}
	}
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		harmless(t, child, all)
	}
}
