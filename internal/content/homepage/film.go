package homepage

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"time"

	"holidaymaker/internal/web/httpx"
)

// filmMax is the size of the largest film. It is in memory while it is shown.
const filmMax = 16 << 20

// FilmPattern is the pattern of films' addresses.
const FilmPattern = "GET /films/{name}"

// Film is an MP4.
type Film struct {
	name string // from its content, so that browsers may keep it
	body []byte
}

// URL returns the path at which visitors get the film.
func (f *Film) URL() string { return "/films/" + f.name }

func readFilm(path string) (*Film, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the film of the home page: %w", err)
	}
	defer file.Close()
	body, err := httpx.ReadAll(file, filmMax)
	if err != nil {
		return nil, fmt.Errorf("read the film %s: %w", path, err)
	}
	if len(body) < 12 || string(body[4:8]) != "ftyp" {
		return nil, fmt.Errorf("the film %s is no MP4", path)
	}
	sum := sha256.Sum256(body)
	return &Film{name: hex.EncodeToString(sum[:8]) + ".mp4", body: body}, nil
}

// ServeFilm answers with the source's film, or a part of it: Safari plays no film
// of a server that cannot send parts.
func ServeFilm(source *Source) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		film := source.Current().Film
		if film == nil || r.PathValue("name") != film.name {
			httpx.SendText(w, r, http.StatusNotFound, httpx.NoStore, "There is no such film.")
			return
		}
		header := w.Header()
		header.Set("Content-Type", "video/mp4")
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		header.Set("ETag", `"`+film.name+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(film.body))
	}
}
