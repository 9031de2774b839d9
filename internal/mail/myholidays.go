package mail

import (
	"context"
	"time"

	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/outbox"
)

// holidaysLink sends the link to My Holidays that somebody has asked for, where anything is
// held under the address.
func (m *Mailer) holidaysLink(ctx context.Context, job outbox.Job) error {
	j, err := myholidays.ReadJob(job.Payload)
	if err != nil || m.config.MyHolidays == nil {
		return err
	}
	token, ok, err := m.config.MyHolidays.NewLink(ctx, j)
	if err != nil || !ok {
		return err
	}
	brand := m.config.Brand
	made, err := m.both("Your link to My Holidays at "+brand.Name, "message", messageView{Brand: brand, Title: "Your link to My Holidays",
		Text: "The button shows all your bookings with " + brand.Name + ". It works once, within the next 30 minutes. Do not pass this email on: who has the link can see your bookings.",
		Link: brand.SiteURL + myholidays.OpenLink(token), Button: "Open My Holidays",
		Reason: "You receive this email because somebody entered this address on " + brand.SiteURL + ". If that was not you, do nothing."})
	if err != nil {
		return err
	}
	return m.sendNow(ctx, job.ID, j.Email, made)
}

// erasureAsked confirms that staff will erase what is held under an address.
func (m *Mailer) erasureAsked(ctx context.Context, job outbox.Job) error {
	j, err := myholidays.ReadJob(job.Payload)
	if err != nil {
		return err
	}
	brand, due := m.config.Brand, myholidays.ErasureRequest{AskedAt: time.UnixMilli(j.At)}.Due()
	made, err := m.both("We have your request for erasure", "message", messageView{Brand: brand, Title: "We have your request for erasure",
		Rows: []row{{Label: "Asked", Amount: date.Moment(time.UnixMilli(j.At))}, {Label: "Done by", Amount: date.In(due).Long()}},
		Text: "You have asked us to erase what we hold under this email address. A member of staff does it. " +
			"Details of a booking go once its stay is over or it is cancelled; its reference, dates and sums stay, which tax law requires. " +
			"You get no email when it is done, because we have no address of yours then. If you did not ask for this, please call us: " + brand.Phone + ".",
		Reason: "You receive this email because somebody with access to this address asked for erasure on " + brand.SiteURL + "."})
	if err != nil {
		return err
	}
	return m.sendNow(ctx, job.ID, j.Email, made)
}
