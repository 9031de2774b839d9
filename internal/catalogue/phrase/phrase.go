// Package phrase reads a search that a visitor has written as a sentence: 'lodge with
// hot tub near Whitby for 6 in half term under £800'. It knows a closed vocabulary: what
// the catalogue names, dates, parties and prices. Words outside it are reported as not
// understood. Nothing is guessed: words with two meanings, words that exclude something and
// words that contradict others are reported too, with what they could mean where that can be
// searched for.
package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
)

// MaxLength is how many bytes of a sentence are read. What follows is not understood.
const MaxLength = 300

// Kind says what a part of a sentence is about.
type Kind string

// The kinds of spans. A Filler says nothing, such as 'looking for'. Unknown is not
// understood.
const (
	Filler  Kind = ""
	Unknown Kind = "unknown"
	Type    Kind = "type"
	Place   Kind = "place"
	Feature Kind = "feature"
	Offer   Kind = "offer"
	Dates   Kind = "dates"
	Nights  Kind = "nights"
	Party   Kind = "party"
	Dogs    Kind = "dogs"
	Price   Kind = "price"
	Rooms   Kind = "rooms"
	Sort    Kind = "sort"
)

// Reading is what a sentence says.
type Reading struct {
	Search Search
	// Spans cover the sentence from its beginning to its end.
	Spans []Span
}

// Span is a part of a sentence.
type Span struct {
	Kind  Kind
	Text  string // as the visitor wrote it
	Label string // what it means, such as 'Arriving Saturday 12 June 2027'; "" for fillers
	Why   string // of an Unknown span: why it is not understood, if there is more to say
	// Without is the sentence without this span.
	Without string
	// Choices are what an Unknown span could mean, or what else an understood one could.
	Choices []Choice
}

// Choice is another meaning of a span.
type Choice struct {
	Label    string
	Sentence string // the sentence that says so
}

// item is what a rule has found in the tokens from 'from' up to, but without, 'to'.
type item struct {
	kind     Kind
	from, to int
	label    string
	why      string
	choices  []string // what the words could be replaced by
	slots    []slot
	apply    func(*Search)
	types    []string           // of a Type: the channels that it may mean
	places   []*catalogue.Place // of a Place: what it may mean
	people   people             // of Party
	family   bool               // of Party: they are all
	aged     bool               // of Party: children whose ages are named
	relative bool               // of Unknown: somebody who may be one of those counted, or come too
	origin   bool               // the place that follows may be where somebody lives
	travels  bool               // of Unknown: somebody travels, but the words do not say who
	weekend  bool               // of Dates: weekends, of a month that is named elsewhere
	month    date.Date          // of Dates: the first day of the month that is meant; 0: no whole month
	excludes bool               // the words exclude what follows
	before   bool               // the words exclude a date that follows, such as 'after'
	or       bool               // what is beside it are alternatives
}

// slot is something that a search has once: two values for it contradict each other.
type slot struct{ name, value string }

// unknown makes an item not understood, and keeps where it is.
func (it *item) unknown(why string, choices ...string) {
	*it = item{kind: Unknown, from: it.from, to: it.to, why: why, choices: choices}
}

// reader reads one sentence.
type reader struct {
	*Vocabulary
	text     string
	tokens   []token
	today    date.Date
	holidays []schoolholiday.Holiday
	channel  string // the code of that which is searched
}

// Read reads a sentence on a day. holidays are the school holidays that visitors can
// choose, by date.
func (v *Vocabulary) Read(text string, today date.Date, holidays []schoolholiday.Holiday) Reading {
	text, rest := divided(strings.ToValidUTF8(text, ""))
	r := &reader{Vocabulary: v, text: text, tokens: tokensOf(text), today: today, holidays: holidays, channel: catalogue.Channels[0].Code}
	r.correct()
	items := r.settle(r.items())
	reading := Reading{Search: r.search(items), Spans: r.spans(items)}
	if rest != "" {
		reading.Spans = append(reading.Spans, Span{Kind: Unknown, Text: rest, Why: "The sentence is too long: this part is not read.", Without: text})
	}
	return reading
}

// divided returns the part of a text that is read, and the rest.
func divided(text string) (read, rest string) {
	end := min(len(text), MaxLength)
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], text[end:]
}

// search is what all items say.
func (r *reader) search(items []item) Search {
	s := Search{Channel: r.channel, Adults: defaultAdults, first: r.today + 1}
	for i := range items {
		if items[i].apply != nil {
			items[i].apply(&s)
		}
	}
	return s
}

// rules in the order in which they win where two match equally many words.
var rules = []func(*reader, int) item{
	(*reader).price, (*reader).dates, (*reader).nights, (*reader).party, (*reader).dogs, (*reader).rooms, (*reader).postcode, (*reader).named,
}

// items divides the tokens into items: at each place the longest that a rule finds.
func (r *reader) items() (items []item) {
	for i := 0; i < len(r.tokens); {
		best := item{kind: Unknown, from: i, to: i + 1}
		matched := false
		for _, rule := range rules {
			if it := rule(r, i); it.to > i && (!matched || it.to > best.to) {
				best, matched = it, true
				best.from = i
			}
		}
		if !matched && r.tokens[i].isMark() {
			best.kind = Filler
		}
		items = append(items, best)
		i = best.to
	}
	return items
}

// spans returns the items as parts of the sentence. Neighbours that are not understood, or
// that say nothing, become one.
func (r *reader) spans(items []item) (spans []Span) {
	items = joined(items)
	at := 0
	for i := range items {
		it := &items[i]
		from, to := r.tokens[it.from].from, r.tokens[it.to-1].to
		if from > at {
			spans = append(spans, Span{Text: r.text[at:from]})
		}
		s := Span{Kind: it.kind, Text: r.text[from:to], Label: it.label, Why: it.why}
		if it.kind != Filler {
			s.Without = oneSpace(r.text[:from] + " " + r.text[to:])
		}
		for _, words := range it.choices {
			choice := Choice{Label: words, Sentence: oneSpace(r.text[:from] + " " + words + " " + r.text[to:])}
			if rest, all := strings.CutPrefix(words, wholeSentence); all {
				label, sentence, _ := strings.Cut(rest, wholeSentence)
				choice = Choice{Label: label, Sentence: oneSpace(sentence)}
			}
			s.Choices = append(s.Choices, choice)
		}
		spans = append(spans, s)
		at = to
	}
	if at < len(r.text) {
		spans = append(spans, Span{Text: r.text[at:]})
	}
	return spans
}

// wholeSentence marks a choice that replaces the sentence: its label and the sentence follow.
const wholeSentence = "\x00"

// joined unites neighbours that are not understood for no special reason, with the fillers
// between them.
func joined(items []item) (all []item) {
	plain := func(it *item) bool { return it.kind == Unknown && it.why == "" && len(it.choices) == 0 }
	for i := range items {
		it := items[i]
		last := len(all) - 1
		if it.kind == Filler && last >= 0 && all[last].kind == Filler {
			all[last].to = it.to
			continue
		}
		if plain(&it) && last >= 0 && plain(&all[last]) {
			all[last].to = it.to
			continue
		}
		if plain(&it) && last >= 1 && all[last].kind == Filler && plain(&all[last-1]) {
			all = all[:last]
			all[last-1].to = it.to
			continue
		}
		all = append(all, it)
	}
	return all
}

// oneSpace leaves one space between words, and none before a comma.
func oneSpace(text string) string {
	return strings.Trim(strings.ReplaceAll(strings.Join(strings.Fields(text), " "), " ,", ","), " ,")
}

// NotUnderstood lists the spans that are not understood.
func (r *Reading) NotUnderstood() []Span {
	return slices.DeleteFunc(slices.Clone(r.Spans), func(s Span) bool { return s.Kind != Unknown })
}

// Understands reports whether anything in the sentence is understood.
func (r *Reading) Understands() bool {
	return slices.ContainsFunc(r.Spans, func(s Span) bool { return s.Kind != Unknown && s.Kind != Filler })
}
