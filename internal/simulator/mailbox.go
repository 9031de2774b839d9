package simulator

import (
	"encoding/base64"
	"html/template"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Mailbox shows the letters that the demo writes into a folder as .eml files:
// a list at its root, a letter under its id, its plain text under id.txt, its
// source under id.eml. Mount it with the prefix stripped.
func Mailbox(dir string) http.Handler { return mailbox{dir} }

type mailbox struct{ dir string }

var letterName = regexp.MustCompile(`^/([A-Za-z0-9-]+)(\.txt|\.eml)?$`)

var mailboxPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Mailbox of the demo</title></head>
<body><h1>Mailbox of the demo</h1>
{{if .}}<ul>{{range .}}<li><a href="mail/{{.ID}}">{{.Subject}}</a>, to {{.To}}, {{.Date}} (<a href="mail/{{.ID}}.txt">text</a>, <a href="mail/{{.ID}}.eml">source</a>)</li>{{end}}</ul>{{else}}<p>No letters yet.</p>{{end}}
</body></html>`))

type listed struct{ ID, Subject, To, Date string }

func (m mailbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == "" || r.URL.Path == "/" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = mailboxPage.Execute(w, m.list()) // a reader who left is no fault
		return
	}
	parts := letterName.FindStringSubmatch(r.URL.Path)
	if parts == nil {
		http.NotFound(w, r)
		return
	}
	raw, err := os.ReadFile(filepath.Join(m.dir, parts[1]+".eml"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	kind := map[string]string{"": "text/html", ".txt": "text/plain", ".eml": "text/plain"}[parts[2]]
	body := string(raw)
	if parts[2] != ".eml" {
		body = partOf(body, kind)
	}
	// A letter is shown, never run.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src *; sandbox allow-top-navigation-by-user-activation allow-popups")
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	_, _ = io.WriteString(w, body) // as above
}

// list reads the heads of all letters, newest first.
func (m mailbox) list() []listed {
	paths, _ := filepath.Glob(filepath.Join(m.dir, "*.eml")) // the pattern is right
	slices.Sort(paths)                                       // ids are ordered by time
	slices.Reverse(paths)
	var all []listed
	words := mime.WordDecoder{}
	for _, p := range paths {
		f, err := os.Open(p)
		if err != nil {
			continue
		}
		if msg, err := mail.ReadMessage(f); err == nil {
			subject, err := words.DecodeHeader(msg.Header.Get("Subject"))
			if err != nil {
				subject = msg.Header.Get("Subject")
			}
			all = append(all, listed{strings.TrimSuffix(filepath.Base(p), ".eml"), subject, msg.Header.Get("To"), msg.Header.Get("Date")})
		}
		f.Close()
	}
	return all
}

// partOf finds the part of a kind in a letter and decodes it.
func partOf(raw, kind string) string {
	msg, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return ""
	}
	_, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return ""
	}
	reader := multipart.NewReader(msg.Body, params["boundary"])
	for {
		part, err := reader.NextRawPart()
		if err != nil {
			return ""
		}
		if is, _, err := mime.ParseMediaType(part.Header.Get("Content-Type")); err != nil || is != kind {
			continue
		}
		var body io.Reader = part
		switch strings.ToLower(part.Header.Get("Content-Transfer-Encoding")) {
		case "quoted-printable":
			body = quotedprintable.NewReader(part)
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, part)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			return ""
		}
		return string(text)
	}
}
