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
	"net/textproto"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Mailbox shows the e-mails that the demo writes to a folder as .eml files: a
// list at its root, an e-mail at its id, its plain text at id.txt, and its
// source at id.eml. Mount it with the prefix stripped.
func Mailbox(dir string) http.Handler { return mailbox{dir} }

type mailbox struct{ dir string }

var emailName = regexp.MustCompile(`^/([A-Za-z0-9-]+)(\.txt|\.eml)?$`)

var mailboxPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Mailbox of the demo</title></head>
<body><h1>Mailbox of the demo</h1>
{{if .}}<ul>{{range .}}<li><a href="mail/{{.ID}}">{{.Subject}}</a>, to {{.To}}, {{.Date}} (<a href="mail/{{.ID}}.txt">text</a>, <a href="mail/{{.ID}}.eml">source</a>)</li>{{end}}</ul>{{else}}<p>No e-mails yet.</p>{{end}}
</body></html>`))

type listed struct{ ID, Subject, To, Date string }

func (m mailbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == "" || r.URL.Path == "/" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = mailboxPage.Execute(w, m.list()) // it fails only when the visitor has closed the connection
		return
	}
	parts := emailName.FindStringSubmatch(r.URL.Path)
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
	// Scripts in an e-mail must not run.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-top-navigation-by-user-activation allow-popups")
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	_, _ = io.WriteString(w, body) // as above
}

// list reads the headers of all e-mails, newest first.
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

// partOf returns the first part of an e-mail with a content type, decoded. In
// HTML it inserts the attached pictures as data URLs.
func partOf(raw, kind string) string {
	msg, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return ""
	}
	var found string
	var pictures []string // pairs: "cid:name", and the data URL that replaces it
	walk(textproto.MIMEHeader(msg.Header), msg.Body, func(header textproto.MIMEHeader, body []byte) {
		is, _, err := mime.ParseMediaType(header.Get("Content-Type"))
		switch {
		case err != nil:
		case is == kind && found == "":
			found = string(body)
		case strings.HasPrefix(is, "image/"):
			pictures = append(pictures, "cid:"+strings.Trim(header.Get("Content-ID"), "<>"),
				"data:"+is+";base64,"+base64.StdEncoding.EncodeToString(body))
		}
	})
	return strings.NewReplacer(pictures...).Replace(found)
}

// walk calls leaf for every part of a message that does not contain other
// parts.
func walk(header textproto.MIMEHeader, body io.Reader, leaf func(textproto.MIMEHeader, []byte)) {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err == nil && strings.HasPrefix(kind, "multipart/") {
		reader := multipart.NewReader(body, params["boundary"])
		for {
			part, err := reader.NextRawPart()
			if err != nil {
				return
			}
			walk(part.Header, part, leaf)
		}
	}
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	if text, err := io.ReadAll(body); err == nil {
		leaf(header, text)
	}
}
