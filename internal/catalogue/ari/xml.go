package ari

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"holidaymaker/internal/web/httpx"
)

// Limits of a document, beside its size.
const (
	maxElements   = 400_000
	maxDepth      = 40
	maxAttributes = 100
	// maxText is how much is kept of the text of an element: we read names, passwords and
	// what a ping says.
	maxText = 1000
)

// element is an element of a document. Names are local, because partners use any prefixes.
type element struct {
	name  string
	space string // the namespace
	attrs []xml.Attr
	text  string
	in    []*element
}

// parseXML reads a whole document. It is stricter than encoding/xml, which takes attributes
// that are given twice and ignores what follows the document, and refuses document types, so
// that no entity is ever declared.
func parseXML(body []byte) (*element, error) {
	decoder := httpx.NewXMLDecoder(body)
	if marked(body) {
		plain, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), body)
		if err != nil {
			return nil, fmt.Errorf("its characters cannot be read: %w", err)
		}
		decoder = xml.NewDecoder(bytes.NewReader(plain))
		decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	}
	top := &element{}
	open := []*element{top}
	for count := 0; ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("it is no XML: %w", err)
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			if count++; count > maxElements || len(open) > maxDepth {
				return nil, fmt.Errorf("it has more than %d elements, or more than %d inside each other", maxElements, maxDepth)
			}
			if len(token.Attr) > maxAttributes {
				return nil, fmt.Errorf("%s has more than %d attributes", token.Name.Local, maxAttributes)
			}
			if err := unique(token); err != nil {
				return nil, err
			}
			e := &element{name: token.Name.Local, space: token.Name.Space, attrs: token.Copy().Attr}
			last.in = append(last.in, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); len(last.text) < maxText {
				last.text += text[:min(len(text), maxText)]
			}
		case xml.Directive:
			return nil, errors.New("it has a document type")
		}
	}
	if len(top.in) != 1 || top.text != "" {
		return nil, errors.New("it is not one document")
	}
	return top.in[0], nil
}

// marked reports whether a document begins with a byte order mark, which then says more
// than its declaration.
func marked(body []byte) bool {
	return bytes.HasPrefix(body, []byte("\xef\xbb\xbf")) || bytes.HasPrefix(body, []byte("\xfe\xff")) || bytes.HasPrefix(body, []byte("\xff\xfe"))
}

func unique(e xml.StartElement) error {
	for i, a := range e.Attr {
		for _, other := range e.Attr[:i] {
			if a.Name == other.Name {
				return fmt.Errorf("%s has the attribute %s twice", e.Name.Local, a.Name.Local)
			}
		}
	}
	return nil
}

// attr returns an attribute without blanks around it; "" where it is missing or empty,
// which mean the same.
func (e *element) attr(name string) string {
	if e == nil {
		return ""
	}
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// child returns the first element inside e that has a name, or nil.
func (e *element) child(name string) *element {
	for _, c := range e.all(name) {
		return c
	}
	return nil
}

// all returns the elements inside e that have a name.
func (e *element) all(name string) (found []*element) {
	if e == nil {
		return nil
	}
	for _, c := range e.in {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

// at returns the element at the end of a path, or nil.
func (e *element) at(path ...string) *element {
	for _, name := range path {
		e = e.child(name)
	}
	return e
}

// list returns the elements of a name in the first container of a name.
func (e *element) list(container, name string) []*element { return e.child(container).all(name) }
