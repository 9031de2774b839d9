package server

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/web/httpx"
)

// CMS says where content comes from.
type CMS struct {
	// URL is the address of a WordPress REST API, such as
	// https://cms.example/wp-json/wp/v2; empty: the content files in the binary.
	URL string
	// PictureHosts are hosts of the CMS's pictures in addition to its own.
	PictureHosts []string
	// Private allows pictures at private addresses, for a CMS in the same
	// network.
	Private bool
	// PurgeSecret is what the CMS sends to say that content has changed; empty:
	// it cannot.
	PurgeSecret string
}

func (c CMS) valid() bool {
	return (c.URL == "" || content.ValidURL(c.URL)) && (c.PurgeSecret == "" || len(c.PurgeSecret) >= minSecret)
}

// openContent makes the service of what editors write.
func (s *Server) openContent(pictureKeys keyring.Ring) (*content.Service, error) {
	return content.New(content.Config{
		Site: s.site, URL: s.config.CMS.URL, Bad: s.bad, Now: s.config.now, PictureSize: s.pictureSize, Shares: s.contentShares(),
		Pictures: content.PictureConfig{Hosts: s.config.CMS.PictureHosts, Private: s.config.CMS.Private, Keys: pictureKeys, Dir: filepath.Join(s.config.Data, "content-pictures")},
	})
}

// How long the CMS may work for a client in the long run, how much of that the client
// can save up, and how many of its calls may run at once, fewer than all together.
const (
	contentPerSecond = 50 * time.Millisecond
	contentSavings   = 20 * time.Second
	contentAtOnce    = 4
)

// contentShares returns the share of each client in the calls of the CMS; nil without
// limits.
func (s *Server) contentShares() *httpx.Shares {
	if s.config.NoLimits {
		return nil
	}
	return &httpx.Shares{PerSecond: contentPerSecond, Savings: contentSavings, AtOnce: contentAtOnce, Patience: time.Second, Client: clientNetwork, Now: s.config.now}
}

// routeContent registers the calls for content. Calls that read it have the general
// rate limit of the API.
func (s *Server) routeContent(calls *api.API) {
	s.Handle(content.Pattern, calls.Bounded(s.content.ServeHTTP))
	s.Handle(content.PicturePattern, http.HandlerFunc(s.content.Picture))
	s.Handle("POST /api/content-purge", content.PurgeHandler(s.config.CMS.PurgeSecret, s.announceContent))
}

// announceContent makes this node and all others ask for content again: this one
// at once, even while the database is unavailable.
func (s *Server) announceContent(ctx context.Context) error {
	s.purgeContent()
	err := s.store.AnnounceContent(ctx)
	if err != nil {
		s.log.Error("only this node asks for content again", "error", err)
	}
	return err
}

func (s *Server) purgeContent() { s.content.Purge() }

// contentState reports whether the source of content answers. While it does
// not, pages that were asked for before are still there.
func (s *Server) contentState() doctor.NodeComponent {
	status := s.content.Status()
	state := doctor.NodeComponent{Name: "content", State: doctor.StateOK, Since: instant(status.Since), Detail: reason(status.Err)}
	if !status.OK {
		state.State = doctor.StateFailing
	}
	return state
}

// pictureSize returns the size of a picture that this server draws, by its
// path.
func (s *Server) pictureSize(path string) (width, height int, ok bool) {
	name, ok := strings.CutPrefix(path, "/images/")
	if !ok {
		return 0, 0, false
	}
	if strings.HasPrefix(name, "regions/") { // the catalogue may come later
		drawn := picture.OfRegion(catalogue.Region{}, "", 0)
		return drawn.Width, drawn.Height, true
	}
	return picture.Size(gallery{s.catalogue()}, name)
}
