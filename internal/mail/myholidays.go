package mail

import (
	"context"
	"net/url"

	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/operations/outbox"
)

// HolidaysPath is the path of the page that opens a link to My Holidays. The query has the
// token of the link.
const HolidaysPath = "/my-holidays/open"

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
		Link: brand.SiteURL + HolidaysPath + "?" + url.Values{TokenParameter: {token}}.Encode(), Button: "Open My Holidays",
		Reason: "You receive this email because somebody entered this address on " + brand.SiteURL + ". If that was not you, do nothing."})
	if err != nil {
		return err
	}
	return m.sendNow(ctx, job.ID, j.Email, made)
}
