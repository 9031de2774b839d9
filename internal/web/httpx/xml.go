package httpx

import (
	"bytes"
	"encoding/xml"
	"io"

	"golang.org/x/text/encoding/htmlindex"
)

// NewXMLDecoder returns a decoder of a document in any character set that browsers know.
func NewXMLDecoder(body []byte) *xml.Decoder {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		encoding, err := htmlindex.Get(label)
		if err != nil {
			return nil, err
		}
		return encoding.NewDecoder().Reader(input), nil
	}
	return decoder
}
