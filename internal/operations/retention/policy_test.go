package retention_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/retention"
)

// promise is a row of the privacy policy's table.
type promise struct {
	row   string   // how the row begins
	words []string // what its last column must say
	by    string   // what deletes or overwrites the data
}

// promises lists all rows of the privacy policy's table.
func promises() []promise {
	hold := booking.DefaultLimits().HoldAtMost
	return []promise{
		{"A booking: your name", []string{
			fmt.Sprintf("%s years after the end of the financial year of your stay", inWords(retention.BookingYears)),
			fmt.Sprintf("until %d days after departure", retention.AgesDays),
		}, "loop `retention`"},
		{"A booking that you began and did not finish", []string{fmt.Sprintf("within %d minutes", int(hold/time.Minute))}, "loop `hold_sweep`"},
		{"Newsletter:", []string{fmt.Sprintf("A sign-up that you do not confirm: %d days", retention.SignUpDays)}, "loop `retention`"},
		{"Contact preferences given with a booking", []string{"at most as long as the booking"}, "loop `retention`"},
		{"Messages sent with the contact form", []string{fmt.Sprintf("%d months", retention.MessageMonths)}, "loop `retention`"},
		{"An email address given for a promotion", []string{"Like the newsletter"}, "loop `retention`"},
		{"Price watches", []string{fmt.Sprintf("A watch that you do not confirm: %d days", retention.WatchDays)}, "loop `retention`"},
		{"Prize draw entries", []string{"Like the newsletter", fmt.Sprintf("%s months after the draw", strings.ToLower(inWords(retention.DrawMonths)))}, "they are in the company's mailbox"},
		{"Reports of faults", []string{fmt.Sprintf("%d days", retention.FaultDays)}, "the error reporting service"},
		{"Attempts to look up a booking or to pay", []string{
			fmt.Sprintf("%d hours for look-ups", int(booking.AttemptsKept/time.Hour)), "payments as bookings",
		}, "loop `hold_sweep`"},
	}
}

func inWords(n int) string {
	words := []string{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// policies reads the privacy policies: the shared one, and those of brands.
func policies(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../content/files/*/pages/privacy-policy.md")
	if err != nil || !slices.Contains(files, "../../content/files/shared/pages/privacy-policy.md") {
		t.Fatalf("no privacy policy: %v %v", files, err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	return texts
}

// rows returns the table under "What we hold, and why": the first and the last
// column of each row.
func rows(t *testing.T, policy string) (all [][2]string) {
	t.Helper()
	_, section, ok := strings.Cut(policy, "## What we hold, and why")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if cells := strings.Split(strings.TrimSpace(line), "|"); len(cells) == 6 {
			all = append(all, [2]string{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[4])})
		}
	}
	if !ok || len(all) < 3 {
		t.Fatal("no table")
	}
	return all[2:] // after the names of the columns
}

func TestThePrivacyPolicySaysThePeriodsOfTheCode(t *testing.T) {
	kept := promises()
	for file, text := range policies(t) {
		promised := rows(t, text)
		for _, row := range promised {
			i := slices.IndexFunc(kept, func(k promise) bool { return strings.HasPrefix(row[0], k.row) })
			if i < 0 {
				t.Errorf("%s: nothing in the code keeps the promise about %q", file, row[0])
				continue
			}
			for _, period := range kept[i].words {
				if !strings.Contains(row[1], period) {
					t.Errorf("%s: about %q the policy says %q, the code %q", file, kept[i].row, row[1], period)
				}
			}
		}
		if len(promised) != len(kept) {
			t.Errorf("%s has %d rows, the code %d", file, len(promised), len(kept))
		}
	}
	raw, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(raw), "\n## Personal data\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, k := range kept {
		for _, period := range append(slices.Clone(k.words), k.by) {
			if !strings.Contains(section, period) {
				t.Errorf("docs/operations.md does not say %q", period)
			}
		}
	}
}
