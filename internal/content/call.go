package content

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The kinds of content. WordPress calls them post types.
const (
	Pages          = "pages"
	Posts          = "posts"
	TravelGuides   = "travel-guides"
	ThingsToDo     = "things-to-do"
	MarketingPosts = "marketing-posts"
	media          = "media"
)

// kinds lists the kinds that are asked for in lists.
var kinds = []string{Pages, Posts, TravelGuides, ThingsToDo, MarketingPosts}

const (
	defaultPerPage = 10
	maxPerPage     = 100
	maxPage        = 10_000
	maxID          = 1 << 40
	regionName     = "region_name"
)

// call is a call of the WordPress REST API, checked. Its text form is the key
// under which its answer is cached, so calls that mean the same are equal.
type call struct {
	kind    string
	id      int // of one item; 0: a list
	slug    string
	include string // ids, joined by commas
	region  string // the value of region_name
	page    int
	perPage int
}

// key returns a text that is different for different calls.
func (c call) key() string {
	return fmt.Sprintf("%s/%d?%d,%d,%s,%q,%q", c.kind, c.id, c.page, c.perPage, c.include, c.slug, c.region)
}

// canonical reports whether a call has no parameters but what identifies its items. Of
// other calls there are very many for the same items.
func (c call) canonical() bool {
	return c.include == "" && (c.id != 0 || c.page == 1 && c.perPage == defaultPerPage && (c.slug == "" || c.region == ""))
}

// ids returns the ids of a list that was asked for by id.
func (c call) ids() (ids []int) {
	for part := range strings.SplitSeq(c.include, ",") {
		if id, err := strconv.Atoi(part); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// Failure is an answer of the WordPress REST API that is not 2xx.
type Failure struct {
	Code    string
	Message string
	Status  int
}

func (f *Failure) Error() string { return fmt.Sprintf("%s (%d): %s", f.Code, f.Status, f.Message) }

// body returns the failure as WordPress writes it.
func (f *Failure) body() []byte {
	encoded, _ := json.Marshal(map[string]any{"code": f.Code, "message": f.Message, "data": map[string]int{"status": f.Status}}) // texts and numbers always go
	return encoded
}

var (
	errNoRoute     = &Failure{"rest_no_route", "No route was found matching the URL and request method.", http.StatusNotFound}
	errMethod      = &Failure{"rest_method_not_allowed", "This call takes GET, HEAD.", http.StatusMethodNotAllowed}
	errInvalidID   = &Failure{"rest_post_invalid_id", "Invalid post ID.", http.StatusNotFound}
	errPageNumber  = &Failure{"rest_post_invalid_page_number", "The page number requested is larger than the number of pages available.", http.StatusBadRequest}
	errUnavailable = &Failure{"cms_unavailable", "The content cannot be reached at the moment.", http.StatusBadGateway}
)

func invalidParam(name string) *Failure {
	return &Failure{"rest_invalid_param", "Invalid parameter(s): " + name, http.StatusBadRequest}
}

// slugForm matches the slugs that WordPress makes: letters with their marks, numbers,
// and symbols such as emoji with what joins and varies them.
var slugForm = regexp.MustCompile(`^[\p{L}\p{M}\p{N}\p{So}\p{Sk}\x{200C}\x{200D}_-]{1,200}$`)

// plainSlug returns a slug as it is in an address: WordPress sends one that is not
// ASCII with escapes.
func plainSlug(slug string) string {
	if plain, err := url.PathUnescape(slug); err == nil && slugForm.MatchString(plain) {
		return plain
	}
	return slug
}

// parseCall reads a call from its path below the REST base and its query.
func parseCall(path string, query url.Values) (c call, err error) {
	kind, id, hasID := strings.Cut(strings.Trim(path, "/"), "/")
	if !slices.Contains(kinds, kind) && (kind != media || !hasID) {
		return c, errNoRoute
	}
	c.kind = kind
	if hasID {
		if c.id, err = strconv.Atoi(id); err != nil {
			return c, errNoRoute
		}
		if c.id < 1 || c.id > maxID {
			return c, errInvalidID
		}
		return c, nil
	}
	if c.page, err = number(query, "page", 1, maxPage); err != nil {
		return c, err
	}
	if c.perPage, err = number(query, "per_page", defaultPerPage, maxPerPage); err != nil {
		return c, err
	}
	if query.Has("slug") {
		if c.slug = query.Get("slug"); !slugForm.MatchString(c.slug) {
			return c, invalidParam("slug")
		}
	}
	return c.withLists(query)
}

// withLists reads the parameters of a list that choose its items by id or by
// region.
func (c call) withLists(query url.Values) (call, error) {
	var ids []string
	for _, name := range []string{"include", "include[]"} {
		for _, value := range query[name] {
			for part := range strings.SplitSeq(value, ",") {
				id, err := strconv.Atoi(strings.TrimSpace(part))
				if err != nil || id < 1 || id > maxID {
					return c, invalidParam("include")
				}
				if text := strconv.Itoa(id); !slices.Contains(ids, text) {
					ids = append(ids, text)
				}
			}
		}
	}
	if len(ids) > maxPerPage {
		return c, invalidParam("include")
	}
	if c.include = strings.Join(ids, ","); ids != nil && !query.Has("per_page") {
		c.perPage = maxPerPage // WordPress would answer the first ten only
	}
	if query.Get("filter[meta_key]") == regionName {
		if c.region = strings.ToLower(strings.TrimSpace(query.Get("filter[meta_value]"))); c.region == "" || len(c.region) > 200 {
			return c, invalidParam("filter")
		}
	}
	return c, nil
}

func number(query url.Values, name string, absent, most int) (int, error) {
	if !query.Has(name) {
		return absent, nil
	}
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < 1 || n > most {
		return 0, invalidParam(name)
	}
	return n, nil
}
