// Package homepage holds what a member of staff adds to the brand's home page: a film in
// place of the picture at its top, a countdown, and a gallery. They are in a JSON
// file (docs/configuration.md), which may change while the server runs.
package homepage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/operations/livefile"
)

// Own is what the brand adds. The zero value adds nothing.
type Own struct {
	// FilmFile is an MP4 file, relative to the directory of the JSON file.
	FilmFile  string     `json:"film,omitempty"`
	Countdown *Countdown `json:"countdown,omitempty"`
	Gallery   []Picture  `json:"gallery,omitempty"`

	Film *Film `json:"-"` // nil: none
}

// Countdown counts to an instant, after which it is not shown.
type Countdown struct {
	Until    time.Time `json:"until"`
	Title    string    `json:"title"`
	Text     string    `json:"text,omitempty"`
	LinkText string    `json:"linkText,omitempty"`
	URL      string    `json:"url,omitempty"`
}

// Picture is a picture of the gallery. Its address is a path of this site.
type Picture struct {
	URL string `json:"url"`
	Alt string `json:"alt"`
}

// Source returns what the brand adds as its file last was.
type Source = livefile.File[Own]

// Nothing returns a source for a brand's home page as it is.
func Nothing() *Source { return livefile.Fixed(&Own{}) }

// Open returns the source of a file, which must be readable now.
func Open(file string) (*Source, error) {
	dir := filepath.Dir(file)
	return livefile.Open("home page", file, func(text []byte) (*Own, error) { return parse(text, dir) })
}

// parse reads the file and the film that it names. An unknown key is an error,
// because it is probably a typing error.
func parse(text []byte, dir string) (*Own, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	own := &Own{}
	if err := decoder.Decode(own); err != nil {
		return nil, fmt.Errorf("read the home page: %w", err)
	}
	if err := own.check(); err != nil {
		return nil, fmt.Errorf("read the home page: %w", err)
	}
	if own.FilmFile == "" {
		return own, nil
	}
	path := own.FilmFile
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	var err error
	own.Film, err = readFilm(path)
	return own, err
}

func (o *Own) check() error {
	if c := o.Countdown; c != nil {
		if c.Until.IsZero() || c.Title == "" {
			return fmt.Errorf("a countdown needs until and a title")
		}
		if (c.LinkText == "") != (c.URL == "") {
			return fmt.Errorf("linkText and url of a countdown belong together")
		}
	}
	for _, picture := range o.Gallery {
		if !strings.HasPrefix(picture.URL, "/") || strings.HasPrefix(picture.URL, "//") {
			return fmt.Errorf("a picture of the gallery is a path of this site, not %q", picture.URL)
		}
	}
	return nil
}
