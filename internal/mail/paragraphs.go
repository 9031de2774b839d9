package mail

import (
	"strings"

	"golang.org/x/net/html"
)

// paragraphs returns the text of HTML, one string for each paragraph or item of a list.
func paragraphs(markup string) []string {
	var found []string
	var open strings.Builder
	hidden := false // in a script or a style sheet
	finish := func() {
		if text := strings.Join(strings.Fields(open.String()), " "); text != "" {
			found = append(found, text)
		}
		open.Reset()
	}
	for tokens := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken: // the end
			finish()
			return found
		case html.TextToken:
			if !hidden {
				open.Write(tokens.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			switch string(name) {
			case "p", "br", "ul", "ol", "li", "h3", "h4", "blockquote", "div":
				finish()
			case "script", "style":
				hidden = kind == html.StartTagToken
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}
