package content

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"holidaymaker/internal/site"
)

//go:embed files
var embedded embed.FS

// sharedFolder holds the files of all brands.
const sharedFolder = "shared"

// document is a content file.
type document struct {
	name string // path of the file
	kind string
	header
	body string // Markdown
}

// header is the front matter of a content file.
type header struct {
	ID         int      `yaml:"id"`
	Slug       string   `yaml:"slug"`
	Title      string   `yaml:"title"`
	Excerpt    string   `yaml:"excerpt"`
	Date       day      `yaml:"date"`
	Modified   day      `yaml:"modified"`
	Image      string   `yaml:"image"`
	ImageAlt   string   `yaml:"imageAlt"`
	Brands     []string `yaml:"brands"`
	RegionName string   `yaml:"region_name"`
	ThingsToDo []int    `yaml:"things-to-do"`
	Link       string   `yaml:"link"`
	URL        string   `yaml:"url"`
}

// day is a date of the front matter.
type day string

func (d *day) UnmarshalYAML(node *yaml.Node) error {
	if _, err := time.Parse(time.DateOnly, node.Value); err != nil {
		return fmt.Errorf("the date %q is not YYYY-MM-DD", node.Value)
	}
	*d = day(node.Value)
	return nil
}

var (
	fileSlug  = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	ownImage  = regexp.MustCompile(`^/images/[a-z]+(/[A-Za-z0-9_-]{1,64}){1,3}\.svg$`)
	fence     = []byte("---\n")
	httpsLink = regexp.MustCompile(`^https://[^\s/]+(/\S*)?$`)
)

// readDocument reads a content file.
func readDocument(name, kind string, text []byte) (document, error) {
	d := document{name: name, kind: kind}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(text, fence)
	front, body, closed := bytes.Cut(rest, append([]byte("\n"), fence...))
	if !ok || !closed {
		return d, errors.New("no front matter between two lines '---'")
	}
	decoder := yaml.NewDecoder(bytes.NewReader(front))
	decoder.KnownFields(true)
	if err := decoder.Decode(&d.header); err != nil {
		return d, fmt.Errorf("read the front matter: %w", err)
	}
	d.body = string(body)
	return d, d.check()
}

// check returns what is wrong with a content file.
func (d document) check() error {
	var faults []error
	wrong := func(is bool, format string, args ...any) {
		if is {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	wrong(d.ID < 1, "no id")
	wrong(!fileSlug.MatchString(d.Slug), "the slug %q is not lower-case words with hyphens", d.Slug)
	wrong(d.Title == "", "no title")
	wrong(d.Date == "", "no date")
	wrong(d.Modified != "" && d.Modified < d.Date, "modified before its date")
	wrong(d.Image != "" && !ownImage.MatchString(d.Image), "the image %q is no path of a picture", d.Image)
	wrong((d.Image == "") != (d.ImageAlt == ""), "image and imageAlt come together")
	wrong(len(d.Brands) > 0 && !strings.Contains(d.name, "/"+sharedFolder+"/"), "brands are for shared files")
	wrong(strings.TrimSpace(d.body) == "" && d.kind != MarketingPosts, "no body")
	wrong((d.kind == TravelGuides) != (d.RegionName != ""), "region_name is for travel guides")
	wrong((d.kind == TravelGuides) != (len(d.ThingsToDo) > 0), "things-to-do is for travel guides")
	wrong(d.Link != "" && (d.kind != ThingsToDo || !httpsLink.MatchString(d.Link)), "link is an https address, for things to do")
	wrong((d.kind == MarketingPosts) != (d.URL != ""), "url is for marketing posts")
	wrong(d.URL != "" && !strings.HasPrefix(d.URL, "/") && !httpsLink.MatchString(d.URL), "the url %q is no path and no https address", d.URL)
	return errors.Join(faults...)
}

// library is what the content files publish on one brand, newest first.
type library map[string][]document

// readLibrary reads the content files of a brand. bad says for each file that
// cannot be used what is wrong with it; the others are published.
func readLibrary(files fs.FS, code string) (published library, bad map[string]error) {
	published, bad = library{}, map[string]error{}
	for _, kind := range kinds {
		own := readFolder(files, strings.ToLower(code), kind, bad)
		shared := slices.DeleteFunc(readFolder(files, sharedFolder, kind, bad), func(d document) bool {
			replaced := slices.ContainsFunc(own, func(o document) bool { return o.ID == d.ID || o.Slug == d.Slug })
			return replaced || len(d.Brands) > 0 && !slices.Contains(d.Brands, code)
		})
		all := append(own, shared...)
		slices.SortStableFunc(all, func(a, b document) int {
			if a.Date != b.Date {
				return strings.Compare(string(b.Date), string(a.Date))
			}
			return b.ID - a.ID
		})
		published[kind] = unique(all, bad)
	}
	return published, bad
}

// readFolder reads the files of one kind in one folder, by name.
func readFolder(files fs.FS, folder, kind string, bad map[string]error) (read []document) {
	names, _ := fs.Glob(files, path.Join("files", folder, kind, "*.md")) // the pattern is well-formed
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err == nil {
			var d document
			if d, err = readDocument(name, kind, text); err == nil {
				read = append(read, d)
				continue
			}
		}
		bad[name] = err
	}
	return read
}

// unique leaves out documents whose id or slug another one has.
func unique(all []document, bad map[string]error) []document {
	ids, slugs := map[int]string{}, map[string]string{}
	return slices.DeleteFunc(all, func(d document) bool {
		if other, taken := ids[d.ID]; taken {
			bad[d.name] = fmt.Errorf("%s has the id %d too", other, d.ID)
			return true
		}
		if other, taken := slugs[d.Slug]; taken {
			bad[d.name] = fmt.Errorf("%s has the slug %s too", other, d.Slug)
			return true
		}
		ids[d.ID], slugs[d.Slug] = d.name, d.name
		return false
	})
}

// placeholders returns what replaces the words in braces of a brand's content.
func placeholders(s *site.Site) *strings.Replacer {
	return strings.NewReplacer(
		"{brand}", s.Global.BrandName, "{phone}", s.SocialMedia.Telephone, "{email}", s.Global.Email,
		"{company}", s.Legal.CompanyName, "{companyNumber}", s.Legal.CompanyNumber, "{address}", s.Legal.Address, "{hours}", s.Texts.SupportHours,
	)
}
