package flags

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/growthbook/growthbook-golang"
)

// The cases are GrowthBook's own, packages/sdk-js/test/cases.json. The browser's
// SDK passes the same file in web/src/features/flags/cases.test.ts, so both
// sides agree about every flag. Redirects to other addresses, which only
// browsers make, are tested there alone.

type tuple []json.RawMessage

// at reads an element of a case; a missing one is left as it is.
func (c tuple) at(t *testing.T, i int, into any) {
	t.Helper()
	if i < len(c) {
		if err := json.Unmarshal(c[i], into); err != nil {
			t.Fatalf("element %d of %s: %v", i, c[0], err)
		}
	}
}

func (c tuple) text(t *testing.T, i int) (text string) {
	t.Helper()
	c.at(t, i, &text)
	return text
}

// situation is what a case says about the visitor and the flags.
type situation struct {
	Attributes       growthbook.Attributes          `json:"attributes"`
	Enabled          *bool                          `json:"enabled"`
	URL              string                         `json:"url"`
	ForcedVariations growthbook.ForcedVariationsMap `json:"forcedVariations"`
	QAMode           bool                           `json:"qaMode"`
}

func clientOf(t *testing.T, environment json.RawMessage, options ...growthbook.ClientOption) *growthbook.Client {
	t.Helper()
	var e situation
	if err := json.Unmarshal(environment, &e); err != nil {
		t.Fatal(err)
	}
	options = append(options, growthbook.WithAttributes(e.Attributes), growthbook.WithForcedVariations(e.ForcedVariations),
		growthbook.WithQaMode(e.QAMode), growthbook.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if e.Enabled != nil {
		options = append(options, growthbook.WithEnabled(*e.Enabled))
	}
	if e.URL != "" {
		options = append(options, growthbook.WithUrl(e.URL))
	}
	client, err := growthbook.NewClient(t.Context(), options...)
	if err == nil {
		err = client.UpdateFromApiResponseJSON(string(environment)) // features, saved groups, bandits
	}
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func encoded(t *testing.T, v any) json.RawMessage {
	t.Helper()
	made, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// withTextHash writes the hash value of an expected result as the Go SDK does.
func withTextHash(t *testing.T, result json.RawMessage) json.RawMessage {
	t.Helper()
	var fields map[string]json.RawMessage
	if json.Unmarshal(result, &fields) != nil || fields == nil {
		return result
	}
	if nested, ok := fields["experimentResult"]; ok {
		fields["experimentResult"] = withTextHash(t, nested)
	}
	var number float64
	if value, ok := fields["hashValue"]; ok && json.Unmarshal(value, &number) == nil {
		fields["hashValue"] = encoded(t, strconv.FormatFloat(number, 'f', -1, 64))
	}
	return encoded(t, fields)
}

// sections say how the cases of each section are checked.
var sections = map[string]func(*testing.T, tuple){
	"evalCondition": func(t *testing.T, c tuple) {
		groups := json.RawMessage("{}")
		if len(c) > 4 {
			groups = c[4]
		}
		rule := map[string]any{"condition": c[1], "force": true}
		client := clientOf(t, encoded(t, map[string]any{"attributes": c[2], "savedGroups": groups,
			"features": map[string]any{"f": map[string]any{"defaultValue": false, "rules": []any{rule}}}}))
		var want bool
		c.at(t, 3, &want)
		if got := client.EvalFeature(t.Context(), "f").On; got != want {
			t.Errorf("the condition is %t", got)
		}
	},
	"feature": checkFeature, "contextualBandit": checkFeature,
	"run": func(t *testing.T, c tuple) {
		var experiment growthbook.Experiment
		var value any
		var in, hashed bool
		c.at(t, 2, &experiment)
		c.at(t, 3, &value)
		c.at(t, 4, &in)
		c.at(t, 5, &hashed)
		got := clientOf(t, c[1]).RunExperiment(t.Context(), &experiment)
		if !reflect.DeepEqual(got.Value, value) || got.InExperiment != in || got.HashUsed != hashed {
			t.Errorf("%v, in experiment %t, by hash %t", got.Value, got.InExperiment, got.HashUsed)
		}
	},
	"stickyBucket": checkSticky,
	"decrypt": func(t *testing.T, c tuple) {
		client := clientOf(t, json.RawMessage(`{}`), growthbook.WithDecryptionKey(c.text(t, 2)))
		var want *string
		c.at(t, 3, &want)
		got, err := client.DecryptFeatures(c.text(t, 1))
		var features growthbook.FeatureMap
		if want != nil && json.Unmarshal([]byte(*want), &features) == nil {
			if err != nil || !reflect.DeepEqual(got, features) {
				t.Errorf("%v, %v", got, err)
			}
		} else if err == nil {
			t.Errorf("no error: %v", got)
		}
	},
	"hash": func(t *testing.T, c tuple) {
		var version int
		var want *float64
		c.at(t, 2, &version)
		c.at(t, 3, &want)
		if got := bucketOf(t, c.text(t, 0), c.text(t, 1), version); !reflect.DeepEqual(got, want) {
			t.Errorf("hash %v", got)
		}
	},
	"inNamespace": func(t *testing.T, c tuple) {
		var want bool
		c.at(t, 3, &want)
		got := runWith(t, c.text(t, 1), map[string]any{"namespace": c[2], "variations": []int{0, 1}})
		if got.InExperiment != want {
			t.Errorf("in the namespace: %t", got.InExperiment)
		}
	},
	"getQueryStringOverride": func(t *testing.T, c tuple) {
		var variations int
		var want *int
		c.at(t, 3, &variations)
		c.at(t, 4, &want)
		experiment := growthbook.Experiment{Key: c.text(t, 1)}
		for i := range variations {
			experiment.Variations = append(experiment.Variations, float64(i))
		}
		got := clientOf(t, encoded(t, situation{Attributes: growthbook.Attributes{"id": "1"}, URL: c.text(t, 2)})).RunExperiment(t.Context(), &experiment)
		if overridden := got.InExperiment && !got.HashUsed; overridden != (want != nil) || overridden && got.VariationId != *want {
			t.Errorf("overridden %t, variation %d", overridden, got.VariationId)
		}
	},
	"chooseVariation": func(t *testing.T, c tuple) {
		var at float64
		var ranges [][2]float64
		var want int
		c.at(t, 1, &at)
		c.at(t, 2, &ranges)
		c.at(t, 3, &want)
		checkChoice(t, c[2], len(ranges), visitorAt(t, at), want)
	},
	"getBucketRange": func(t *testing.T, c tuple) {
		var inputs tuple
		var ranges [][2]float64
		c.at(t, 1, &inputs)
		c.at(t, 2, &ranges)
		var coverage, variations any
		inputs.at(t, 1, &coverage)
		inputs.at(t, 0, &variations)
		checkRanges(t, map[string]any{"coverage": coverage, "weights": inputs[2], "variations": numbers(int(variations.(float64)))}, ranges)
	},
	"getEqualWeights": func(t *testing.T, c tuple) {
		var count int
		var weights []float64
		c.at(t, 0, &count)
		c.at(t, 1, &weights)
		var ranges [][2]float64
		sum := 0.0
		for _, weight := range weights {
			ranges = append(ranges, [2]float64{sum, sum + weight})
			sum += weight
		}
		if count < 2 { // no experiment
			ranges = nil
		}
		checkRanges(t, map[string]any{"variations": numbers(count)}, ranges)
	},
}

func numbers(count int) []int {
	list := []int{}
	for i := range count {
		list = append(list, i)
	}
	return list
}

func checkFeature(t *testing.T, c tuple) {
	var want *growthbook.FeatureResult
	if err := json.Unmarshal(withTextHash(t, c[3]), &want); err != nil {
		t.Fatal(err)
	}
	if got := clientOf(t, c[1]).EvalFeature(t.Context(), c.text(t, 2)); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %s\nwant %s", encoded(t, got), encoded(t, want))
	}
}

func checkSticky(t *testing.T, c tuple) {
	var earlier []growthbook.StickyBucketAssignmentDoc
	var want *growthbook.ExperimentResult
	var kept map[string]*growthbook.StickyBucketAssignmentDoc
	c.at(t, 2, &earlier)
	if err := json.Unmarshal(withTextHash(t, c[4]), &want); err != nil {
		t.Fatal(err)
	}
	c.at(t, 5, &kept)
	service := growthbook.NewInMemoryStickyBucketService()
	for _, doc := range earlier {
		if err := service.SaveAssignments(&doc); err != nil {
			t.Fatal(err)
		}
	}
	got := clientOf(t, c[1], growthbook.WithStickyBucketService(service)).EvalFeature(t.Context(), c.text(t, 3)).ExperimentResult
	if (got == nil) != (want == nil) || got != nil && (!reflect.DeepEqual(got.Value, want.Value) || got.VariationId != want.VariationId ||
		got.Key != want.Key || got.HashAttribute != want.HashAttribute || got.StickyBucketUsed != want.StickyBucketUsed) {
		t.Errorf("got %s, want %s", encoded(t, got), encoded(t, want))
	}
	for key, doc := range kept {
		name, value, _ := strings.Cut(key, "||")
		if saved, err := service.GetAssignments(name, value); err != nil || saved == nil || !reflect.DeepEqual(saved.Assignments, doc.Assignments) {
			t.Errorf("kept for %s: %+v, %v", key, saved, err)
		}
	}
}

// runWith runs an experiment for a visitor.
func runWith(t *testing.T, id string, definition map[string]any) *growthbook.ExperimentResult {
	t.Helper()
	var experiment growthbook.Experiment
	if err := json.Unmarshal(encoded(t, definition), &experiment); err != nil {
		t.Fatal(err)
	}
	client, err := growthbook.NewClient(t.Context(), growthbook.WithAttributes(growthbook.Attributes{"id": id}))
	if err != nil {
		t.Fatal(err)
	}
	return client.RunExperiment(context.Background(), &experiment)
}

func bucketOf(t *testing.T, seed, id string, version int) *float64 {
	t.Helper()
	return runWith(t, id, map[string]any{"key": seed, "seed": seed, "hashVersion": version, "variations": []int{0, 1}}).Bucket
}

// visitorAt finds a visitor at a place between 0 and 1.
func visitorAt(t *testing.T, at float64) string {
	t.Helper()
	for i := range 200_000 {
		id := strconv.Itoa(i)
		if bucket := bucketOf(t, "place", id, 2); bucket != nil && math.Abs(*bucket-at) < 1e-9 {
			return id
		}
	}
	t.Fatalf("no visitor at %v", at)
	return ""
}

func checkChoice(t *testing.T, ranges any, variations int, id string, want int) {
	t.Helper()
	got := runWith(t, id, map[string]any{"key": "place", "hashVersion": 2, "ranges": ranges, "variations": numbers(max(variations, 2))})
	if in := want >= 0; got.InExperiment != in || in && got.VariationId != want {
		t.Errorf("in experiment %t, variation %d", got.InExperiment, got.VariationId)
	}
}

// checkRanges checks that each of many visitors gets the variation in whose
// range they are.
func checkRanges(t *testing.T, definition map[string]any, ranges [][2]float64) {
	t.Helper()
	definition["key"], definition["hashVersion"] = "place", 2
	for i := range 400 {
		id := strconv.Itoa(i)
		at, want := *bucketOf(t, "place", id, 2), -1
		for n, each := range ranges {
			if at >= each[0] && at < each[1] {
				want = n
			}
		}
		got := runWith(t, id, definition)
		if in := want >= 0; got.InExperiment != in || in && got.VariationId != want {
			t.Fatalf("at %v: in experiment %t, variation %d, want %d", at, got.InExperiment, got.VariationId, want)
		}
	}
}

func TestGrowthBooksOwnCases(t *testing.T) {
	raw, err := os.ReadFile("testdata/growthbook-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	var references map[string]json.RawMessage
	if err := json.Unmarshal(file["savedGroupReferencesV2"], &references); err != nil {
		t.Fatal(err)
	}
	for name, cases := range references {
		file[name+" of saved groups"] = cases
	}
	for _, other := range []string{"specVersion", "savedGroupReferencesV2", "urlRedirect"} { // browsers alone follow redirects (web/src/features/flags/cases.test.ts)
		delete(file, other)
	}
	for name, list := range file {
		check := sections[strings.TrimSuffix(name, " of saved groups")]
		var cases []tuple
		if err := json.Unmarshal(list, &cases); err != nil || check == nil || len(cases) == 0 {
			t.Fatalf("section %s: %v", name, err)
		}
		for i, c := range cases {
			t.Run(fmt.Sprint(name, " ", i, " ", string(c[0])), func(t *testing.T) { check(t, c) })
		}
	}
}
