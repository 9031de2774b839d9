package mail

import (
	"context"
	"errors"
	"strings"
	"time"

	"holidaymaker/internal/booking/reservation"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// ArrivalsPath is the path of the page of arrivals; a link follows it.
const ArrivalsPath = "/arrivals/"

// Parks returns the transport by which the offices of parks learn of their bookings. The
// e-mail has no names: they are on the page of arrivals, to which link leads.
func (m *Mailer) Parks(link func(p reservation.Partner, park string, now time.Time) string) reservation.Transport {
	return parks{m, link}
}

type parks struct {
	mailer *Mailer
	link   func(p reservation.Partner, park string, now time.Time) string
}

func (t parks) Send(ctx context.Context, p reservation.Partner, msg reservation.Message) reservation.Answer {
	now, err := t.mailer.now(ctx)
	if err != nil {
		return reservation.Answer{Error: err.Error(), Unsent: true}
	}
	made, err := t.mailer.aboutArrival(msg, t.mailer.config.Brand.SiteURL+ArrivalsPath+t.link(p, msg.Partner, now))
	if err == nil {
		err = t.mailer.send(ctx, msg.ID, p.Email, now, made)
	}
	switch {
	case errors.Is(err, outbox.ErrNever):
		return reservation.Answer{Refusal: err.Error()}
	case err != nil:
		return reservation.Answer{Error: err.Error()}
	}
	return reservation.Answer{Unread: true}
}

// aboutArrival writes the e-mail to the office of a park about a booking.
func (m *Mailer) aboutArrival(msg reservation.Message, page string) (email, error) {
	title := map[reservation.Action]string{reservation.Commit: "New booking", reservation.Modify: "Changed booking", reservation.Cancel: "Cancelled booking"}[msg.Action]
	b := msg.Booking
	v := messageView{Brand: m.config.Brand, Title: title + " " + b.Reference, Link: page, Button: "See the arrivals",
		Text:   "Please press 'Received' on the page of your arrivals. The guest's name and telephone number are there, too.",
		Reason: "You receive this email because " + m.config.Brand.Name + " takes bookings for you. The link is for you alone: do not pass it on."}
	v.Rows = []row{{Label: "Unit", Amount: b.UnitName + ", " + b.ParkName}, {Label: "Arrival", Amount: b.ArrivalDay()}, {Label: "Departure", Amount: b.DepartureDay()}}
	if msg.Action != reservation.Cancel {
		v.Rows = append(v.Rows, row{Label: "Party", Amount: b.Party.Text()}, row{Label: "To collect", Amount: b.Collect()})
		for _, e := range b.Extras {
			v.Rows = append(v.Rows, row{Label: "Extra", Amount: e.Text()})
		}
		for _, c := range b.Included {
			v.Rows = append(v.Rows, row{Label: "In the price", Amount: c.Text})
		}
		if b.CheckIn != "" {
			v.Rows = append(v.Rows, row{Label: "Check-in", Amount: "from " + b.CheckIn})
		}
		if b.CheckOut != "" {
			v.Rows = append(v.Rows, row{Label: "Check-out", Amount: "by " + b.CheckOut})
		}
	}
	return m.both(v.Title+", "+b.ArrivalDay(), "message", v)
}

// unacknowledged tells staff, or the office of the park, that a booking is not
// acknowledged. It is nothing that visitors see.
func (m *Mailer) unacknowledged(ctx context.Context, job outbox.Job) error {
	if m.config.Reservations == nil {
		return nil // this node knows no partners any more; doctor says so
	}
	o, ok, now, err := m.config.Reservations.Overdue(ctx, job)
	if err != nil || !ok {
		return err
	}
	address := m.config.Brand.Email
	if o.ToPark {
		address = o.Partner.Email
	}
	if address == "" {
		return nil
	}
	made, err := m.aboutOverdue(o)
	if err != nil {
		return err
	}
	return m.send(ctx, job.ID, address, now, made)
}

// overdueText asks a park to look into a booking that it has not acknowledged.
func overdueText(o reservation.Overdue) string {
	byEmail := o.Partner.Transport == reservation.ByEmail
	switch {
	case !o.Live && byEmail:
		return "This booking is cancelled or moved: please take it out of your books. Nobody has pressed 'Received' for that. Please open the link of our email about it."
	case !o.Live:
		return "This booking is cancelled or moved: please take it out of your books. Your system has not acknowledged that."
	case byEmail:
		return "Nobody has pressed 'Received' for this booking. Please open the link of our email about it, and answer this email if you do not have it."
	}
	return "Your system has not acknowledged this booking. Please make sure that you have it, and answer this email if you do not."
}

// aboutOverdue writes the e-mail about a booking that is not acknowledged, for the park or
// for staff.
func (m *Mailer) aboutOverdue(o reservation.Overdue) (email, error) {
	b := o.Booking
	v := messageView{Brand: m.config.Brand, Title: "Booking " + b.Shown + " is not acknowledged",
		Reason: "You receive this email because " + m.config.Brand.Name + " takes bookings for you."}
	state := string(b.State)
	if !o.Row.Present {
		state = "moved to another park"
	}
	v.Rows = []row{{Label: "Park", Amount: o.About.ParkName}, {Label: "Unit", Amount: o.About.UnitName}, {Label: "Arrival", Amount: o.About.ArrivalDay()},
		{Label: "Departure", Amount: o.About.DepartureDay()}, {Label: "Booking", Amount: state}, {Label: "Since", Amount: date.Moment(o.Row.Waiting)}}
	v.Text = overdueText(o)
	if !o.ToPark {
		v.Reason = "This email is for staff of " + m.config.Brand.Name + "."
		for _, r := range []row{{Label: "Partner", Amount: o.Partner.Name}, {Label: "Refusal", Amount: o.Row.Refusal}, {Label: "Error", Amount: o.Row.Error}, {Label: "Warning", Amount: o.Row.Warning}} {
			if r.Amount = oneLine(r.Amount); r.Amount != "" {
				v.Rows = append(v.Rows, r)
			}
		}
		v.Text = "Make sure by telephone that the park has this booking."
		if !o.Live {
			v.Text = "Make sure by telephone that the park has given this booking up."
		}
		if o.Row.Status() != reservation.Refused {
			v.Text += " It is sent again by itself until it is acknowledged."
		}
	}
	made, err := m.both(strings.TrimSpace(v.Title), "message", v)
	if o.ToPark {
		made.replyTo = m.config.Brand.Email
	}
	return made, err
}
