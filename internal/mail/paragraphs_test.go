package mail

import (
	"slices"
	"testing"
)

func TestParagraphs(t *testing.T) {
	for _, c := range []struct {
		markup string
		want   []string
	}{
		{"", nil},
		{"Dogs on a lead", []string{"Dogs on a lead"}},
		{"<ul><li>The pool closes on <b>Thursday</b>\n mornings.</li><li></li><li>Barbecues &amp; fires off the grass.</li></ul>",
			[]string{"The pool closes on Thursday mornings.", "Barbecues & fires off the grass."}},
		{"<h3>Pets</h3><p>One dog<br>or two cats</p>", []string{"Pets", "One dog", "or two cats"}},
		{"<p>Not closed <i>anywhere", []string{"Not closed anywhere"}},
		{"<script>alert(1)</script><p>Quiet hours</p><!-- a note --><style>p{}</style>", []string{"Quiet hours"}},
	} {
		if got := paragraphs(c.markup); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.markup, got, c.want)
		}
	}
}
