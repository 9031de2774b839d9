package httpx

import (
	"fmt"
	"io"
	"net/http"
)

// NoRedirects is the CheckRedirect of a client of a service that never redirects. The
// client does not follow a redirect. Its caller gets that answer, and treats the status
// as an error.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// ReadAll reads an answer or a file of others to its end. If it has more than a number
// of bytes, it returns an error and no content.
func ReadAll(from io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("it is larger than %d bytes", most)
	}
	if err != nil {
		return nil, err
	}
	return content, nil
}
