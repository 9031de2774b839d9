package content

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// shown returns sanitised HTML as pages show it: tables in a frame that scrolls, also by the
// keyboard; links to other sites say that they open in a new tab; a block with a 'Book now'
// picture is the picture's link, which the front end shows as a button. An editor cannot write
// what is added here, because it is added to what is sanitised.
func shown(markup string) string {
	body := fragment(markup)
	if body == nil {
		return markup
	}
	show(body)
	made, err := inside(body)
	if err != nil {
		return markup
	}
	return made
}

// fragment reads HTML into an element of its own; nil where it cannot be read.
func fragment(markup string) *html.Node {
	body := container()
	nodes, err := html.ParseFragment(strings.NewReader(markup), body)
	if err != nil {
		return nil
	}
	for _, node := range nodes {
		body.AppendChild(node)
	}
	return body
}

// inside returns the HTML inside an element.
func inside(body *html.Node) (string, error) {
	var out strings.Builder
	for node := body.FirstChild; node != nil; node = node.NextSibling {
		if err := html.Render(&out, node); err != nil {
			return "", fmt.Errorf("write HTML: %w", err)
		}
	}
	return out.String(), nil
}

// show changes the elements below a node.
func show(parent *html.Node) {
	for node := parent.FirstChild; node != nil; {
		next := node.NextSibling
		show(node)
		switch node.DataAtom {
		case atom.P, atom.Figure:
			if link := bookNowLink(node); link != nil {
				bookNow(node, link)
			}
		case atom.Table:
			frameTable(node)
		case atom.A:
			if attribute(node, "target") != "" {
				setAttribute(node, "rel", "noopener noreferrer")
				node.AppendChild(element(atom.Span, " (opens in a new tab)", "class", "sr-only"))
			}
		default:
		}
		node = next
	}
}

// element makes an element with a text and attributes.
func element(name atom.Atom, text string, attributes ...string) *html.Node {
	made := &html.Node{Type: html.ElementNode, Data: name.String(), DataAtom: name}
	for pair := range slices.Chunk(attributes, 2) {
		setAttribute(made, pair[0], pair[1])
	}
	if text != "" {
		made.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	return made
}

// descendants returns the elements of a name below a node, in their order.
func descendants(node *html.Node, name atom.Atom) (found []*html.Node) {
	for below := range node.Descendants() {
		if below.DataAtom == name {
			found = append(found, below)
		}
	}
	return found
}

// frameTable puts a table into a frame, which is named by the table's caption.
func frameTable(table *html.Node) {
	label := "Table"
	for _, caption := range descendants(table, atom.Caption) {
		if text := strings.TrimSpace(textOf(caption)); text != "" {
			label = text
			break
		}
	}
	frame := element(atom.Div, "", "role", "region", "aria-label", label, "tabindex", "0", "class", "article-table")
	table.Parent.InsertBefore(frame, table)
	table.Parent.RemoveChild(table)
	frame.AppendChild(table)
}

// saysBookNow matches the text, title or file name of a 'Book now' picture.
var saysBookNow = regexp.MustCompile(`(?i)book[\s_-]*now`)

// bookNowLink returns the link that wraps a 'Book now' picture in a block, or nil.
func bookNowLink(block *html.Node) *html.Node {
	for _, link := range descendants(block, atom.A) {
		for _, picture := range descendants(link, atom.Img) {
			file, _ := url.PathUnescape(path.Base(attribute(picture, "src")))
			if attribute(link, "href") != "" && slices.ContainsFunc([]string{attribute(picture, "alt"), attribute(picture, "title"), file}, saysBookNow.MatchString) {
				return link
			}
		}
	}
	return nil
}

// isFile matches the path of a file, which no page of ours shows.
var isFile = regexp.MustCompile(`(?i)\.[a-z0-9]{2,5}$`)

// bookNow leaves of a block a 'Book now' link alone. A path of ours leads to the
// park's holidays (requirement BLOG-11).
func bookNow(block, link *html.Node) {
	to := attribute(link, "href")
	end := strings.IndexAny(to+"#", "?#")
	if strings.HasPrefix(to, "/") && !isFile.MatchString(to[:end]) {
		to = strings.Replace(to[:end], "/park/", "/holidays/", 1) + to[end:]
	}
	for block.FirstChild != nil {
		block.RemoveChild(block.FirstChild)
	}
	block.Data, block.DataAtom, block.Attr = "p", atom.P, nil
	block.AppendChild(element(atom.A, "Book Now", "class", "book-now", "href", to))
}

// part is a part of a text: a question with its answer, or anything else, which has no question.
type part struct {
	Question string `json:"question,omitempty"`
	HTML     string `json:"html"`
}

// parts divides a text into questions and the rest. A question is a heading of the third level
// that ends in a question mark; its answer reaches to the next heading of that level or above.
// A text without questions has no parts.
func parts(markup string) (found []part) {
	body := fragment(markup)
	if body == nil || !strings.Contains(markup, "</h3>") {
		return nil
	}
	within, question, asked := container(), "", false
	finish := func() {
		if text, err := inside(within); err == nil && (question != "" || strings.TrimSpace(textOf(within)) != "") {
			found = append(found, part{question, text})
		}
		within, question = container(), ""
	}
	for node := body.FirstChild; node != nil; node = body.FirstChild {
		body.RemoveChild(node)
		text := strings.Join(strings.Fields(textOf(node)), " ")
		if node.DataAtom == atom.H3 && strings.HasSuffix(text, "?") {
			finish()
			question, asked = text, true
			continue
		}
		if question != "" && (node.DataAtom == atom.H2 || node.DataAtom == atom.H3) {
			finish()
		}
		within.AppendChild(node)
	}
	finish()
	if !asked {
		return nil
	}
	return found
}

// container makes an element in which HTML is read.
func container() *html.Node { return element(atom.Div, "") }
