package homepage

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// film is the beginning of an MP4, which is all that the server looks at.
const film = "\x00\x00\x00\x18ftypmp42" + "0123456789"

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAFilmIsSentWholeAndInParts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "bay.mp4", film)
	source, err := Open(write(t, dir, "home.json", `{"film":"bay.mp4"}`))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle(FilmPattern, ServeFilm(source))
	ask := func(url, part string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, url, http.NoBody)
		if part != "" {
			r.Header.Set("Range", part)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w
	}
	url := source.Current().Film.URL()
	whole := ask(url, "")
	if whole.Code != 200 || whole.Body.String() != film || whole.Header().Get("Content-Type") != "video/mp4" {
		t.Errorf("%d %s %q", whole.Code, whole.Header().Get("Content-Type"), whole.Body)
	}
	if part := ask(url, "bytes=4-7"); part.Code != 206 || part.Body.String() != "ftyp" {
		t.Errorf("a part: %d %q", part.Code, part.Body)
	}
	if other := ask("/films/bay.mp4", ""); other.Code != 404 || other.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("an unknown film: %d, kept: %q", other.Code, other.Header().Get("Cache-Control"))
	}

	write(t, dir, "bay.mp4", film+"new")
	write(t, dir, "home.json", `{"film":"bay.mp4", "countdown":{"until":"2027-01-01T00:00:00Z","title":"Sale"}}`)
	reread, _ := source.Loop()
	if err := reread.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := source.Current(); now.Film.URL() == url || now.Countdown == nil || source.Version() != 2 {
		t.Errorf("the changed file is not read: %+v", now)
	}
}

func TestAWrongHomePageIsRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "page.mp4", "<!doctype html>")
	for text, want := range map[string]string{
		`{"movie":"bay.mp4"}`:                   "unknown field",
		`{"film":"missing.mp4"}`:                "missing.mp4",
		`{"film":"page.mp4"}`:                   "no MP4",
		`{"countdown":{"title":"Sale"}}`:        "needs until",
		`{"gallery":[{"url":"//x.example/1"}]}`: "a path of this site",
		`{"countdown":{"until":"2027-01-01T00:00:00Z","title":"Sale","url":"/offers"}}`: "belong together",
	} {
		if _, err := Open(write(t, dir, "home.json", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
