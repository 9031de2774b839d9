package server

import (
	"cmp"
	"context"
	"html/template"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"holidaymaker/internal/api"
)

// signUp keeps a newsletter sign-up under the brand's referer code.
func (s *Server) signUp(ctx context.Context, email, firstName string) error {
	return s.store.SignUp(ctx, email, firstName, s.site.Referer.Code)
}

var letterName = regexp.MustCompile(`^[A-Za-z0-9_-]+\.eml$`)

var mailboxPage = template.Must(template.New("mailbox").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Letters of the demo</title></head>
<body><h1>Letters of the demo</h1><p>What a configured mail server would have sent.</p>
<ul>{{range .}}<li><a href="/sim/mail/{{.Name}}">{{.At.Format "2 Jan 2006 15:04:05"}}</a></li>{{else}}<li>None yet.</li>{{end}}</ul></body></html>`))

type letterFile struct {
	Name string
	At   time.Time
}

// mailbox lists the demo's letters, newest first.
func (s *Server) mailbox(w http.ResponseWriter, r *http.Request) {
	var letters []letterFile
	entries, err := os.ReadDir(filepath.Join(s.config.Data, "mail"))
	if err != nil {
		s.log.Error("read the letters", "request", api.RequestID(r.Context()), "error", err.Error())
	}
	for _, entry := range entries {
		var info fs.FileInfo
		if info, err = entry.Info(); err == nil && letterName.MatchString(entry.Name()) {
			letters = append(letters, letterFile{entry.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(letters, func(a, b letterFile) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Name, b.Name)) })
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = mailboxPage.Execute(w, letters)
}

// letter shows one of the demo's letters as it was written.
func (s *Server) letter(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if !letterName.MatchString(name) {
		plainAnswer(w, http.StatusNotFound, "There is no such letter.")
		return
	}
	body, err := os.ReadFile(filepath.Join(s.config.Data, "mail", name))
	if err != nil {
		plainAnswer(w, http.StatusNotFound, "There is no such letter.")
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body)
}
