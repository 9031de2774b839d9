package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"

	"holidaymaker/internal/booking/ical"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

const icalUsage = `ical: say
  list                              what calendars there are, and how reading them goes
  show UNIT                         what they have blocked of a unit type, and the links to give
  add UNIT CHANNEL [ADDRESS] --why  read the channel's calendar, and make a link to our nights for it
  revoke UNIT CHANNEL --why         make another link; the one before is not valid any more
  settle UNIT CHANNEL --why         the bookings on nights that the channel has blocked are dealt with
  remove UNIT CHANNEL --why         end both; what the channel has blocked is free`

// icalCommand connects unit types of one unit with the calendars of other channels.
func icalCommand(ctx context.Context, args []string) error {
	o := newOptions("ical", "connect units with calendars of other channels: ical list, ical show UNIT, ical add UNIT CHANNEL [ADDRESS], ical revoke|settle|remove UNIT CHANNEL")
	db := o.databaseFlags()
	staff := o.staffFlags()
	secret := o.secretString("secret", "the servers' HOLIDAYMAKER_SECRET, which signs the links; empty: the one in the database")
	base := o.String("base-url", "", "show, add, revoke: address under which visitors reach the site, for whole links")
	private := o.Bool("private", false, "add: the address may be in our own network, and plain HTTP")
	words, err := o.parseAround(args)
	if err != nil {
		return err
	}
	if err := icalWords(words); err != nil {
		o.Usage()
		return err
	}
	return db.with(ctx, func(s *store.Store) (err error) {
		keys := keyring.Ring{}
		if words[0] != "list" {
			if keys, err = server.CalendarKeys(ctx, s, *secret); err != nil {
				return err
			}
		}
		calendars := ical.New(ical.Config{Store: s.Calendars(), Keys: keys, Reader: ical.NewReader(nil), Log: slog.Default()})
		switch words[0] {
		case "list":
			return listCalendars(ctx, calendars)
		case "show":
			return showCalendars(ctx, calendars, words[1], *base)
		}
		if err := staff.act(func(by payment.StaffMember) error { return changeCalendar(ctx, calendars, words, *private, by) }); err != nil {
			return err
		}
		if words[0] == "remove" {
			return nil
		}
		return showCalendars(ctx, calendars, words[1], *base)
	})
}

// icalWords checks how many words an action has.
func icalWords(words []string) error {
	counts := map[string][2]int{"list": {1, 1}, "show": {2, 2}, "add": {3, 4}, "revoke": {3, 3}, "settle": {3, 3}, "remove": {3, 3}}
	if len(words) > 0 {
		if n, ok := counts[words[0]]; ok && n[0] <= len(words) && len(words) <= n[1] {
			return nil
		}
	}
	return errors.New(icalUsage)
}

func changeCalendar(ctx context.Context, calendars *ical.Service, words []string, private bool, by payment.StaffMember) error {
	unit, channel := words[1], words[2]
	switch words[0] {
	case "add":
		c := ical.Calendar{UnitType: unit, Source: channel, Private: private}
		if len(words) == 4 {
			c.Address = words[3]
		}
		return calendars.Add(ctx, c, by)
	case "revoke":
		return calendars.Revoke(ctx, unit, channel, by)
	case "settle":
		return calendars.Settle(ctx, unit, channel, by)
	}
	return calendars.Remove(ctx, unit, channel, by)
}

func listCalendars(ctx context.Context, calendars *ical.Service) error {
	all, err := calendars.List(ctx, "")
	if err != nil {
		return err
	}
	return printList("UNIT\tCHANNEL\tSTATUS\tLAST READ\tBLOCKED NIGHTS\tOUR NIGHTS READ\tTO LOOK AT", all, func(s ical.State) string {
		var look []string
		for _, text := range []string{openOverlaps(s), s.Error, s.Notice} {
			if text != "" {
				look = append(look, text)
			}
		}
		if s.Earlier {
			look = append(look, "it reads our nights by a link of an earlier secret: give it the one that `ical show` prints")
		}
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%s\t%s", s.UnitType, s.Source, s.Status(), moment(s.Good), len(s.Blocked), moment(s.Read), strings.Join(look, "; "))
	})
}

// openOverlaps names the bookings on nights that the channel has blocked.
func openOverlaps(s ical.State) string {
	var refs []string
	for _, o := range s.Overlaps {
		if o.Open {
			refs = append(refs, o.Ref)
		}
	}
	if refs == nil {
		return ""
	}
	return "bookings on blocked nights: " + strings.Join(refs, ", ")
}

// showCalendars prints what each channel has blocked of a unit type, and the link to give it.
func showCalendars(ctx context.Context, calendars *ical.Service, unit, base string) error {
	all, err := calendars.List(ctx, unit)
	if err != nil {
		return err
	}
	if all == nil {
		return fmt.Errorf("ical: unit type %s has no calendars: holidaymaker ical add %s CHANNEL ADDRESS", unit, unit)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	for _, s := range all {
		fmt.Fprintf(w, "channel\t%s, %s\n", s.Source, s.Status())
		for _, line := range [][2]string{
			{"link to give it", strings.TrimSuffix(base, "/") + calendars.Link(s.Calendar)}, {"it has read our nights", moment(s.Read)}, {"its calendar is at", s.Host()},
			{"we have read it", moment(s.Good)}, {"last tried", moment(s.Tried)}, {"problem", s.Error}, {"not understood", s.Notice}, {"to look at", openOverlaps(s)},
		} {
			if line[1] != "" {
				fmt.Fprintf(w, "%s\t%s\n", line[0], line[1])
			}
		}
		for _, run := range s.Blocked.Runs() {
			fmt.Fprintf(w, "blocked nights\t%s to %s\n", run.First.ISO(), run.Last.ISO())
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the calendars: %w", err)
	}
	return nil
}
