package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"holidaymaker/internal/web/httpx"
)

// Script is a script that our pages run, payment pages among them (PCI DSS 6.4.3). The
// build of the front end writes the list of them (web/script-inventory.config.ts).
type Script struct {
	File   string   `json:"file"`   // below the root of the site; "": it is in the document itself
	SHA256 string   `json:"sha256"` // in base64, as in a content security policy
	From   []string `json:"from"`   // packages and folders of its modules
	Why    []string `json:"why"`    // why each of them is there
}

// inventory is the file of the front end that lists its scripts. It is not served.
const inventory = ".scripts.json"

// Scripts lists the scripts of the embedded front end; none in a binary without it.
func Scripts() ([]Script, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the embedded front end: %w", err)
	}
	return scriptsOf(dist)
}

// scriptsOf reads the list of a front end's scripts and compares each with its hash.
func scriptsOf(dist fs.FS) ([]Script, error) {
	text, err := fs.ReadFile(dist, inventory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var scripts []Script
	if err == nil {
		err = json.Unmarshal(text, &scripts)
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of the front end's scripts: %w", err)
	}
	for _, s := range scripts {
		if s.File == "" {
			continue
		}
		body, err := fs.ReadFile(dist, s.File)
		if err != nil {
			return nil, fmt.Errorf("read a script of the front end: %w", err)
		}
		if httpx.SourceHash(body) != s.SHA256 {
			return nil, fmt.Errorf("the script %s is not the one that was built", s.File)
		}
	}
	return scripts, nil
}

// PaymentHeaders returns the security headers of payment pages. secure means that browsers
// reach the site over TLS.
func (w *Web) PaymentHeaders(secure bool) http.Header {
	header := httpx.Baseline(secure)
	w.paymentPolicy().secure(header)
	return header
}
