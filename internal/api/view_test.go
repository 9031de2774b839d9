package api

import (
	"testing"

	"holidaymaker/internal/date"
)

// New prices or school holidays make a new view, and need no new vocabulary.
func TestViewsOfOneCatalogueShareTheirVocabulary(t *testing.T) {
	day := date.Of(2027, 6, 1)
	first := cheapDays(t, day, 3)
	first.Follow(nil)
	second := NewView(2, first.catalogue, first.index, first.holidays)
	second.Follow(first)
	other := cheapDays(t, day, 3)
	other.Follow(second)
	if second.words() != first.words() || other.words() == second.words() {
		t.Error("a vocabulary is made again, or is that of another catalogue")
	}
}
