package ical

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
)

// today is the day of the tests of documents, a Monday.
var today = date.Of(2027, time.July, 5)

// calendar puts lines into a document, with the ends of lines of the format.
func calendar(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCALENDAR\r\n"
}

func vevent(lines ...string) string {
	return "BEGIN:VEVENT\r\nUID:1\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT"
}

// written writes nights as runs of days of July (and later months as 32 and so on).
func written(n Nights) string {
	var words []string
	for _, run := range n.Runs() {
		words = append(words, fmt.Sprintf("%d-%d", run.First-today+5, run.Last-today+5))
	}
	return strings.Join(words, " ")
}

func TestWhatChannelsWrite(t *testing.T) {
	for name, c := range map[string]struct{ doc, want string }{
		"dates: the end is exclusive":             {calendar(vevent("DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270719", "SUMMARY:Airbnb (Not available)")), "16-18"},
		"several events, one without a gap":       {calendar(vevent("DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270718"), vevent("DTSTART;VALUE=DATE:20270718", "DTEND;VALUE=DATE:20270719"), vevent("DTSTART:20270725", "DTEND:20270726")), "16-18 25-25"},
		"no end":                                  {calendar(vevent("DTSTART;VALUE=DATE:20270716")), "16-16"},
		"an end like the start":                   {calendar(vevent("DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270716")), "16-16"},
		"an end before the start":                 {calendar(vevent("DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270710")), "16-16"},
		"DURATION in days":                        {calendar(vevent("DTSTART;VALUE=DATE:20270716", "DURATION:P3D")), "16-18"},
		"DURATION in weeks":                       {calendar(vevent("DTSTART;VALUE=DATE:20270716", "DURATION:P1W")), "16-22"},
		"DURATION in hours":                       {calendar(vevent("DTSTART:20270716T160000", "DURATION:P1DT18H")), "16-17"},
		"a negative DURATION":                     {calendar(vevent("DTSTART:20270716T160000", "DURATION:-P3D")), "16-16"},
		"the DURATION of an alarm":                {calendar(vevent("DTSTART;VALUE=DATE:20270716", "BEGIN:VALARM", "DURATION:P9D", "TRIGGER:-P1D", "END:VALARM", "DTEND;VALUE=DATE:20270718")), "16-17"},
		"times as written":                        {calendar(vevent("DTSTART:20270716T160000", "DTEND:20270719T100000")), "16-18"},
		"UTC in British Summer Time":              {calendar(vevent("DTSTART:20270715T233000Z", "DTEND:20270718T233000Z")), "16-18"},
		"a zone":                                  {calendar(vevent("DTSTART;TZID=Europe/Madrid:20270717T003000", "DTEND;TZID=Europe/Madrid:20270719T100000")), "16-18"},
		"a zone in quotation marks":               {calendar(vevent(`DTSTART;X-A="a:b;c";TZID="America/New_York":20270715T200000`, "DTEND:20270719T100000Z")), "16-18"},
		"a zone that nobody knows":                {calendar(vevent("DTSTART;TZID=GMT Standard Time:20270716T160000", "DTEND;TZID=GMT Standard Time:20270719T100000")), "16-18"},
		"an hour of one day":                      {calendar(vevent("DTSTART:20270716T100000", "DTEND:20270716T110000")), "16-16"},
		"cancelled":                               {calendar(vevent("DTSTART;VALUE=DATE:20270716", "STATUS:CANCELLED")), ""},
		"cancelled, without a day":                {calendar(vevent("STATUS:cancelled")), ""},
		"transparent":                             {calendar(vevent("DTSTART;VALUE=DATE:20270716", "TRANSP:TRANSPARENT")), ""},
		"tentative blocks":                        {calendar(vevent("DTSTART;VALUE=DATE:20270716", "STATUS:TENTATIVE")), "16-16"},
		"the past":                                {calendar(vevent("DTSTART;VALUE=DATE:20270601", "DTEND;VALUE=DATE:20270703")), ""},
		"a stay that runs":                        {calendar(vevent("DTSTART;VALUE=DATE:20270703", "DTEND;VALUE=DATE:20270707")), "5-6"},
		"past the horizon":                        {calendar(vevent("DTSTART;VALUE=DATE:20270705", "DTEND;VALUE=DATE:21270705")), fmt.Sprintf("5-%d", 4+Horizon)},
		"no events":                               {calendar("X-WR-CALNAME:Lodge"), ""},
		"only line feeds":                         {strings.ReplaceAll(calendar(vevent("DTSTART;VALUE=DATE:20270716")), "\r\n", "\n"), "16-16"},
		"only carriage returns":                   {strings.ReplaceAll(calendar(vevent("DTSTART;VALUE=DATE:20270716")), "\r\n", "\r"), "16-16"},
		"a byte order mark and blank lines":       {"\xef\xbb\xbf\r\n\r\n" + calendar(vevent("DTSTART;VALUE=DATE:20270716")) + "\r\n\r\n", "16-16"},
		"no end of line at the end":               {strings.TrimSpace(calendar(vevent("DTSTART;VALUE=DATE:20270716"))), "16-16"},
		"folded within a value":                   {calendar(vevent("DTSTART;VALUE=DA\r\n TE:202707\r\n\t16", "DTEND;VALUE=DATE:20270718")), "16-17"},
		"folded within a rune":                    {calendar(vevent("SUMMARY:Caf\xc3\r\n \xa9", "DTSTART;VALUE=DATE:20270716")), "16-16"},
		"stray lines":                             {calendar("what is this", vevent("DESCRIPTION:first", "second: with a colon", "third", "DTSTART;VALUE=DATE:20270716")), "16-16"},
		"small letters":                           {"begin:vcalendar\nbegin:vevent\ndtstart;value=date:20270716\nend:vevent\nend:vcalendar", "16-16"},
		"blanks at the ends of lines":             {calendar(vevent("DTSTART;VALUE=DATE:20270716 ", "DTEND;VALUE=DATE:20270718 ")), "16-17"},
		"time zones and tasks are no events":      {calendar("BEGIN:VTIMEZONE", "TZID:Europe/London", "BEGIN:DAYLIGHT", "DTSTART:20270716T010000", "RRULE:FREQ=YEARLY;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE", "BEGIN:VTODO", "DTSTART:20270720", "END:VTODO"), ""},
		"two calendars in one document":           {calendar(vevent("DTSTART:20270716")) + calendar(vevent("DTSTART:20270720")), "16-16 20-20"},
		"the same UID twice":                      {calendar(vevent("DTSTART:20270716"), vevent("DTSTART:20270720")), "16-16 20-20"},
		"daily, counted":                          {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=DAILY;COUNT=3")), "16-18"},
		"every other day until":                   {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20270720")), "16-16 18-18 20-20"},
		"weekly, two nights each":                 {calendar(vevent("DTSTART;VALUE=DATE:20270709", "DTEND;VALUE=DATE:20270711", "RRULE:FREQ=WEEKLY;COUNT=3")), "9-10 16-17 23-24"},
		"weekly on some days, until a time":       {calendar(vevent("DTSTART;VALUE=DATE:20270709", "RRULE:FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=20270717T120000Z")), "9-10 16-17"},
		"every other week; weeks begin on Monday": {calendar(vevent("DTSTART;VALUE=DATE:20270709", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SU;COUNT=4")), "9-9 11-11 23-23 25-25"},
		"every other week from Sunday":            {calendar(vevent("DTSTART;VALUE=DATE:20270709", "RRULE:FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=FR,SU;COUNT=3")), "9-9 18-18 23-23"},
		"a repetition that began long ago":        {calendar(vevent("DTSTART;VALUE=DATE:20250704", "RRULE:FREQ=WEEKLY;UNTIL=20270716")), "9-9 16-16"},
	} {
		got, notice, err := Parse([]byte(c.doc), today)
		if err != nil || notice != "" || written(got) != c.want {
			t.Errorf("%s: %q, %q, %v; want %q", name, written(got), notice, err, c.want)
		}
	}
}

func TestWhatIsNotUnderstoodIsReported(t *testing.T) {
	for name, c := range map[string]struct{ doc, want, notice string }{
		"yearly":         {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=YEARLY")), "16-16", "FREQ=YEARLY"},
		"monthly":        {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=MONTHLY;COUNT=3")), "16-16", "not understood"},
		"no FREQ":        {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:COUNT=3")), "16-16", "not understood"},
		"a part":         {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=DAILY;COUNT=3;BYMONTH=7")), "16-16", "BYMONTH"},
		"an interval":    {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=DAILY;COUNT=3;INTERVAL=0")), "16-16", "not understood"},
		"a day":          {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=1MO")), "16-16", "not understood"},
		"single days":    {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RDATE;VALUE=DATE:20270720")), "16-16", "RDATE"},
		"several rules":  {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=DAILY;COUNT=3")), "16-17", "several rules"},
		"without an end": {calendar(vevent("DTSTART;VALUE=DATE:20270716", "RRULE:FREQ=DAILY")), fmt.Sprintf("16-%d", 4+Horizon), "without an end"},
	} {
		got, notice, err := Parse([]byte(c.doc), today)
		if err != nil || !strings.Contains(notice, c.notice) || written(got) != c.want {
			t.Errorf("%s: %q, %q, %v; want %q and %q", name, written(got), notice, err, c.want, c.notice)
		}
	}
}

func TestABrokenDocumentSaysNothing(t *testing.T) {
	whole := calendar(vevent("DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270719"))
	repeated := vevent("DTSTART:00010101", "RRULE:FREQ=DAILY;UNTIL=99991231")
	for name, c := range map[string]struct{ doc, want string }{
		"nothing":              {"", "does not begin"},
		"a page":               {"<!DOCTYPE html><html>Sign in</html>", "web page"},
		"a text":               {"Too many requests", "does not begin"},
		"something else":       {"BEGIN:VCARD\nEND:VCARD\n", "does not begin"},
		"no END:VCALENDAR":     {strings.TrimSuffix(whole, "END:VCALENDAR\r\n"), "cut off"},
		"cut in END:VCALENDAR": {strings.TrimSuffix(whole, "DAR\r\n"), "another END"},
		"a second one cut":     {whole + "BEGIN:VCALENDAR\n", "cut off"},
		"an event not ended":   {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270716\nEND:VCALENDAR\n", "another END"},
		"no DTSTART":           {calendar(vevent("DTEND:20270716")), "DTSTART"},
		"a day of no month":    {calendar(vevent("DTSTART:20270230")), "DTSTART"},
		"a wrong DTEND":        {calendar(vevent("DTSTART:20270716", "DTEND:soon")), "DTEND"},
		"a wrong DURATION":     {calendar(vevent("DTSTART:20270716", "DURATION:3 days")), "DURATION"},
		"UTF-16":               {"\xff\xfeB\x00E\x00G\x00I\x00N\x00", "does not begin"},
		"too many repetitions": {calendar(strings.Repeat(repeated+"\r\n", 100)), "too many"},
	} {
		if got, _, err := Parse([]byte(c.doc), today); err == nil || !strings.Contains(err.Error(), c.want) || got != nil {
			t.Errorf("%s: %v, %v; want %q", name, written(got), err, c.want)
		}
	}
	for cut := range len(whole) - len("\r\n") { // wherever the connection breaks
		if got, _, err := Parse([]byte(whole[:cut]), today); err == nil {
			t.Errorf("cut after %d bytes: %q", cut, written(got))
		}
	}
}

// What a document repeats a million times is read once.
func TestAHostileRuleCostsNoMoreThanAnother(t *testing.T) {
	text := "FREQ=WEEKLY;UNTIL=20270801;BYDAY=" + strings.Repeat("SU,", 1<<17) + "SA"
	p := newParser(today)
	if r, ok := p.rule(text); !ok || len(r.days) != 2 { // each day of 2000 years is compared with them
		t.Errorf("%d weekdays, %v", len(r.days), ok)
	}
	err := p.read([]byte(calendar(vevent("DTSTART:00010101", "RRULE:"+text))))
	if err != nil || p.work > 1_000_000 || written(p.blocked) != "10-11 17-18 24-25 31-32" {
		t.Errorf("%q, %v, work %d", written(p.blocked), err, p.work)
	}
}

// A time zone costs a look at the disk: a document can have any number of names.
func TestFewTimeZonesAreLookedUp(t *testing.T) {
	var events []string
	for i := range 2 * mostZones {
		events = append(events, vevent(fmt.Sprintf("DTSTART;TZID=Nowhere/%d:20270716T160000", i), "DURATION:P1D"))
	}
	p := newParser(today)
	if err := p.read([]byte(calendar(events...))); err != nil || len(p.zones) != mostZones || written(p.blocked) != "16-16" {
		t.Errorf("%v, %d zones, %q", err, len(p.zones), written(p.blocked))
	}
}

// Whatever a channel sends costs limited work, and blocks only nights between today and the
// horizon.
func FuzzParse(f *testing.F) {
	f.Add([]byte(calendar(vevent("DTSTART;TZID=\"Europe/London\":20270716T160000", "DURATION:P1DT2H", "RRULE:FREQ=WEEKLY;BYDAY=FR,SA;COUNT=3;WKST=SU"))))
	f.Add([]byte(calendar(vevent("DTSTART;VALUE=DATE:20270716", "DTEND;VALUE=DATE:20270719", "STATUS:CANCELLED"), "BEGIN:VTODO", "END:VTODO")))
	f.Add([]byte("<html>"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		nights, _, err := Parse(doc, today)
		if err != nil && nights != nil {
			t.Error("nights of a broken document")
		}
		for night := range nights {
			if night < today || night >= today+Horizon {
				t.Errorf("blocks %s", night.ISO())
			}
		}
		if p := newParser(today); p.read(doc) == nil && (p.work > mostWork || len(p.zones) > mostZones) {
			t.Errorf("work %d, %d zones", p.work, len(p.zones))
		}
	})
}
