package flags

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/growthbook/growthbook-golang"

	"holidaymaker/internal/operations/badrecord"
)

// payload is a set of flags, as browsers get it and as the server evaluates it.
type payload struct {
	body   []byte // the JSON of the features answer
	etag   string
	id     string // of the event that carries it
	client *growthbook.Client
	// plain holds the flags without rules, which need no evaluation.
	plain   map[string]bool
	updated time.Time
}

// feature is what the server checks of a flag before it is published.
type feature struct {
	DefaultValue json.RawMessage   `json:"defaultValue"`
	Rules        []json.RawMessage `json:"rules"`
}

// parse reads the content of a source: an answer of GrowthBook's features
// endpoint. It adds our own flags where they are missing.
func (f *Flags) parse(content []byte) (*payload, error) {
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(content, &sections); err != nil {
		return nil, fmt.Errorf("the flags are not JSON: %w", err)
	}
	var features map[string]json.RawMessage
	if err := json.Unmarshal(sections["features"], &features); err != nil || features == nil {
		return nil, errors.New(`the flags have no object "features"`)
	}
	_, encrypted := sections["encryptedFeatures"]
	if encrypted && f.DecryptionKey == "" {
		return nil, errors.New("the flags are encrypted: a decryption key is needed")
	}
	if !encrypted {
		if err := f.complete(features); err != nil {
			return nil, err
		}
	}
	plain, bad := map[string]bool{}, map[string]error{}
	for key, definition := range features {
		var one feature
		var whole growthbook.Feature // a rule that its library cannot read would leave no flag
		if err := errors.Join(json.Unmarshal(definition, &one), json.Unmarshal(definition, &whole)); err != nil {
			if _, ours := defaults[key]; ours {
				return nil, fmt.Errorf("the flag %s cannot be read: %w", key, err)
			}
			delete(features, key) // the other flags go on
			bad[key] = err
			continue
		}
		if fixed, err := isOn(one.DefaultValue); err == nil && len(one.Rules) == 0 {
			plain[key] = fixed
		} else if _, ours := defaults[key]; ours && err != nil {
			return nil, fmt.Errorf("the default value of the flag %s is neither true nor false", key)
		}
	}
	f.Bad.Set(badrecord.Flag, bad)
	updated := f.Now().UTC().Truncate(time.Millisecond)
	if last := f.current.Load(); last != nil && !updated.After(last.updated) {
		updated = last.updated.Add(time.Millisecond) // clients ignore flags that are not newer
	}
	return f.assemble(sections, features, plain, updated)
}

// complete adds our own flags where they are missing.
func (f *Flags) complete(features map[string]json.RawMessage) error {
	for key, value := range defaults {
		if _, defined := features[key]; !defined || key == Maintenance && f.Closed {
			encoded, err := json.Marshal(map[string]bool{"defaultValue": value || key == Maintenance && f.Closed})
			if err != nil {
				return fmt.Errorf("encode the flag %s: %w", key, err)
			}
			features[key] = encoded
		}
	}
	return nil
}

func isOn(value json.RawMessage) (on bool, err error) {
	err = json.Unmarshal(value, &on)
	return on, err
}

func (f *Flags) assemble(sections, features map[string]json.RawMessage, plain map[string]bool, updated time.Time) (*payload, error) {
	var err error
	if sections["features"], err = json.Marshal(features); err != nil {
		return nil, fmt.Errorf("encode the flags: %w", err)
	}
	sections["status"] = json.RawMessage("200")
	sections["dateUpdated"] = json.RawMessage(`"` + updated.Format("2006-01-02T15:04:05.000Z") + `"`)
	body, err := json.Marshal(sections)
	if err != nil {
		return nil, fmt.Errorf("encode the flags: %w", err)
	}
	// No experiments: a decision of the server must be the same for all, and the
	// visitor's consent is not known here.
	client, err := growthbook.NewClient(context.Background(), growthbook.WithEnabled(false), growthbook.WithDecryptionKey(f.DecryptionKey), growthbook.WithLogger(slog.New(slog.DiscardHandler)))
	if err == nil {
		err = client.UpdateFromApiResponseJSON(string(body))
	}
	if err != nil {
		return nil, fmt.Errorf("read the flags: %w", err)
	}
	sum := sha256.Sum256(body)
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	return &payload{body: body, etag: `"` + tag + `"`, id: tag, client: client, plain: plain, updated: updated}, nil
}

// On evaluates a flag for a request; nil means for all visitors. An unknown
// flag of our own has its default, any other is off.
func (f *Flags) On(key string, r *http.Request) bool {
	now := f.current.Load()
	if f.Closed && key == Maintenance {
		return true
	}
	if on, ok := now.plain[key]; ok {
		return on
	}
	client, err := now.client.WithAttributes(attributesOf(r))
	if err != nil {
		return defaults[key]
	}
	ctx := context.Background()
	if r != nil {
		ctx = r.Context()
	}
	result := client.EvalFeature(ctx, key)
	if result == nil || result.Value == nil {
		return defaults[key]
	}
	return result.On
}

// personal are the parameters that no attribute contains. Browsers leave out
// the same ones: web/src/features/flags/attributes.ts.
var personal = []string{"bookingId", "surname", "postcode", "email"}

// attributesOf returns the attributes of a request, with the names and values
// that the browser uses, as far as a server knows them.
func attributesOf(r *http.Request) growthbook.Attributes {
	if r == nil {
		return growthbook.Attributes{}
	}
	query := withoutPersonal(r.URL.RawQuery)
	scheme := "http://"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https://"
	}
	browser, device := browserOf(r.UserAgent())
	return growthbook.Attributes{
		"url": scheme + r.Host + r.URL.EscapedPath() + query, "path": r.URL.Path, "host": r.Host, "query": query,
		"browser": browser, "deviceType": device,
	}
}

func withoutPersonal(raw string) string {
	var kept []string
	for part := range strings.SplitSeq(raw, "&") {
		name, _, _ := strings.Cut(part, "=")
		if name, err := url.QueryUnescape(name); part == "" || err != nil || isPersonal(name) {
			continue
		}
		kept = append(kept, part)
	}
	if len(kept) == 0 {
		return ""
	}
	return "?" + strings.Join(kept, "&")
}

func isPersonal(name string) bool {
	for _, each := range personal {
		if strings.EqualFold(each, name) {
			return true
		}
	}
	return false
}

// browserOf returns the browser and the kind of device of a user agent, by the
// rules of GrowthBook's SDK and of web/src/features/flags/attributes.ts.
func browserOf(agent string) (browser, device string) {
	browser, device = "unknown", "desktop"
	if strings.Contains(agent, "Mobi") {
		device = "mobile"
	}
	for _, known := range []struct{ mark, name string }{{"Edg", "edge"}, {"Chrome", "chrome"}, {"Firefox", "firefox"}, {"Safari", "safari"}} {
		if strings.Contains(agent, known.mark) {
			return known.name, device
		}
	}
	return browser, device
}
