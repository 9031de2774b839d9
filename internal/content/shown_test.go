package content

import (
	"reflect"
	"strings"
	"testing"
)

func TestHTMLAsPagesShowIt(t *testing.T) {
	c := cleanerOf(t)
	for _, x := range []struct{ about, from, want string }{
		{"text alone", "One", "One"},
		{"nothing", "", ""},
		{"paragraphs", "<p>One</p><h2>Two</h2><p>Th<b>re</b>e</p><ul><li>Four</li></ul>", "<p>One</p><h2>Two</h2><p>Th<b>re</b>e</p><ul><li>Four</li></ul>"},
		{"a link of ours", `<a href="/help">own</a>`, `<a href="/help">own</a>`},
		{"a link elsewhere", `<a href="https://else.example/x">a <b>b</b></a>`, `<a href="https://else.example/x" rel="noopener noreferrer" target="_blank">a <b>b</b><span class="sr-only"> (opens in a new tab)</span></a>`},
		{"a table", "<table><caption>Times &amp; prices</caption><tr><td>Now</td></tr></table>",
			`<div role="region" aria-label="Times &amp; prices" tabindex="0" class="article-table"><table><caption>Times &amp; prices</caption><tbody><tr><td>Now</td></tr></tbody></table></div>`},
		{"a table without a caption, in a figure", `<figure class="wp-block-table"><table><tr><td>a</td></tr></table><figcaption>b</figcaption></figure>`,
			`<figure class="wp-block-table"><div role="region" aria-label="Table" tabindex="0" class="article-table"><table><tbody><tr><td>a</td></tr></tbody></table></div><figcaption>b</figcaption></figure>`},
		{"what only we write", `<div role="region" tabindex="0" class="article-table sr-only book-now">a</div>`, `<div>a</div>`},
		{"[BLOG-10] [BLOG-11] a Book now picture with a link of ours", `<p>Book: <a href="https://www.meridian.example/park/HV101/x?a=/park/#p"><img src="/images/hero/lost.svg" alt="Book now"></a> today</p>`,
			`<p><a class="book-now" href="/holidays/HV101/x?a=/park/#c-p">Book Now</a></p>`},
		{"[BLOG-12] a Book now picture with a link elsewhere", `<figure class="wp-block-image"><a href="https://else.example/park/2"><img src="/uploads/Book%20Now.png"></a></figure>`,
			`<p><a class="book-now" href="https://else.example/park/2">Book Now</a></p>`},
	} {
		t.Run(x.about, func(t *testing.T) {
			if got := shown(c.html(x.from)); strings.ReplaceAll(got, "#c-p", "#p") != strings.ReplaceAll(x.want, "#c-p", "#p") {
				t.Errorf("got %s\nwant %s", got, x.want)
			}
		})
	}
}

func TestPicturesThatDoNotSayBookNowStay(t *testing.T) {
	c := cleanerOf(t)
	for _, markup := range []string{
		`<p><a href="/help"><img src="/images/hero/lost.svg" alt="Booking now open"></a></p>`,
		`<p><img src="/images/hero/lost.svg" alt="Book now"></p>`,
		`<p><a id="x"><img src="/images/hero/lost.svg" alt="Book now"></a></p>`,
	} {
		if cleaned := c.html(markup); shown(cleaned) != cleaned {
			t.Errorf("%s became %s", markup, shown(cleaned))
		}
	}
}

func TestATextIsDividedIntoQuestionsAndTheRest(t *testing.T) {
	got := parts("<p>Hello</p><h2>Questions</h2><h3>Can <i>I</i>?</h3><p>Yes.</p><ul><li>a</li></ul><h3><strong>May I?</strong>&nbsp;</h3><p>No.</p><h2>More</h2><p>End</p>")
	want := []part{
		{"", "<p>Hello</p><h2>Questions</h2>"}, {"Can I?", "<p>Yes.</p><ul><li>a</li></ul>"}, {"May I?", "<p>No.</p>"}, {"", "<h2>More</h2><p>End</p>"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	for _, markup := range []string{"", "<p>Why?</p>", "<div><h3>Why?</h3></div>", "<h3>Because</h3>"} {
		if got := parts(markup); got != nil {
			t.Errorf("%s has the parts %q", markup, got)
		}
	}
}

func TestAnItemKnowsWhetherItsTextBeginsWithItsExcerpt(t *testing.T) {
	for _, x := range []struct {
		excerpt, content string
		want             bool
	}{
		{"", "<p>Words</p>", true},
		{"<p>Five quiet shores, number 7…</p>", "<p>Five <b>quiet</b> shores, number 7 and so on.</p>", true},
		{"<p>Fish &amp; chips</p>", "<p>Fish &amp; chips<br/>and peas</p>", true},
		{"<p>Another summary</p>", "<p>Five quiet shores</p>", false},
	} {
		if it := (&item{excerpt: x.excerpt, content: x.content}); it.repeatsExcerpt() != x.want {
			t.Errorf("%q and %q: %v", x.excerpt, x.content, !x.want)
		}
	}
}
