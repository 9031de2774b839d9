package doctor

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/date"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/store"
)

// Services are the servers of others that a selling server needs. What is not set is
// not tried.
type Services struct {
	// Addresses are the https addresses whose certificates are looked at, by check.
	Addresses map[string]string
	// SMTP is the mail server.
	SMTP *mail.SMTP
	// Inquiries asks a payment provider, with the account's credentials, for an order
	// that does not exist, by check.
	Inquiries map[string]func(ctx context.Context) error
	// TLS replaces the settings of handshakes in tests.
	TLS *tls.Config
}

const (
	// minCertificate is for how long a certificate must still be valid.
	minCertificate = 14 * 24 * time.Hour
	tryTimeout     = 10 * time.Second
)

func (r *Report) services(ctx context.Context, services Services, now time.Time) {
	for check, address := range services.Addresses {
		until, err := handshake(ctx, address, services.TLS)
		r.certificate(check, until, err, now)
	}
	if services.SMTP != nil {
		until, err := services.SMTP.Check(ctx, services.TLS)
		switch {
		case err != nil:
			r.add("mail server", false, err.Error())
		case services.SMTP.Plain:
			r.add("mail server", true, "takes e-mails, without encryption")
		default:
			r.certificate("mail server", until, nil, now)
		}
	}
	for check, inquire := range services.Inquiries {
		ctx, cancel := context.WithTimeout(ctx, tryTimeout)
		if err := inquire(ctx); err != nil {
			r.add(check, false, "an inquiry fails: "+err.Error())
		} else {
			r.add(check, true, "answers an inquiry of this account")
		}
		cancel()
	}
}

// certificate reports until when a certificate is valid, or why there was no handshake.
func (r *Report) certificate(check string, until time.Time, err error, now time.Time) {
	left := until.Sub(now)
	switch {
	case err != nil:
		r.add(check, false, err.Error())
	default:
		r.add(check, left >= minCertificate, fmt.Sprintf("encrypted; its certificate is valid for %d days", int(left/(24*time.Hour))))
	}
}

// handshake connects to an https address and returns when its certificate ends.
func handshake(ctx context.Context, address string, settings *tls.Config) (until time.Time, err error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" {
		return until, fmt.Errorf("the address is not https")
	}
	port := parsed.Port()
	if port == "" {
		port = "443"
	}
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	conn, err := (&tls.Dialer{Config: settings}).DialContext(ctx, "tcp", net.JoinHostPort(parsed.Hostname(), port))
	if err != nil {
		return until, fmt.Errorf("no encrypted connection: %w", err)
	}
	defer conn.Close()
	secure, _ := conn.(*tls.Conn) // always ok: the dialer says so
	return secure.ConnectionState().PeerCertificates[0].NotAfter, nil
}

// onSale checks that there is something to sell: a price for a stay with units on all of
// its nights, whether booked or not.
func (r *Report) onSale(ctx context.Context, s *store.Store) {
	today := date.In(s.Now())
	var priced, stocked, sells int
	err := s.View(ctx, func(tx *store.Tx) error {
		priced, stocked, sells = 0, 0, 0
		units, err := tx.EntityIDs(catalogue.KindUnit)
		if err != nil {
			return err
		}
		return tx.Prices(units, func(_ string, table, allotment []byte) error {
			prices, tableErr := availability.DecodePriceTable(table)
			stock, stockErr := availability.DecodeAllotment(allotment)
			hasPrices, hasStock := tableErr == nil && len(table) > 0, stockErr == nil && unitsFrom(stock, today)
			if hasPrices {
				priced++
			}
			if hasStock {
				stocked++
			}
			if hasPrices && hasStock && sellable(prices, stock, today) {
				sells++
			}
			return nil
		})
	})
	switch {
	case err != nil:
		r.add("on sale", false, err.Error())
	case sells == 0:
		r.add("on sale", false, fmt.Sprintf("nothing is for sale: %d unit types have prices, %d have units from today on, and none has both for a stay", priced, stocked))
	default:
		r.add("on sale", true, fmt.Sprintf("%d unit types have prices and units", sells))
	}
}

// schoolHolidays checks that visitors can choose school holidays of the coming months, and
// that this release reads the imported file.
func (r *Report) schoolHolidays(ctx context.Context, s *store.Store) {
	var file []byte
	err := s.View(ctx, func(tx *store.Tx) (err error) {
		file, err = tx.SchoolHolidays()
		return err
	})
	if err != nil {
		r.add("school holidays", false, err.Error())
		return
	}
	calendar, text := schoolholiday.Default(), "those that the program carries"
	if file != nil {
		var faults []schoolholiday.Fault
		if calendar, faults = schoolholiday.Read(file); len(faults) > 0 {
			r.add("school holidays", false, fmt.Sprintf("this release cannot read %d rows of the imported file, the first in line %d: import it again", len(faults), faults[0].Line))
			return
		}
		text = fmt.Sprintf("%d were imported", calendar.Len())
	}
	if warning := calendar.Warning(date.In(s.Now())); warning != "" {
		r.add("school holidays", false, warning)
		return
	}
	r.add("school holidays", true, text)
}

// unitsFrom reports whether there are units on a night from a day on.
func unitsFrom(stock availability.Allotment, first date.Date) bool {
	for i, units := range stock.Units {
		if units > 0 && stock.First+date.Date(i) >= first {
			return true
		}
	}
	return false
}

// sellable reports whether a stay from a day on has a price, and units on all its nights.
func sellable(prices *availability.PriceTable, stock availability.Allotment, first date.Date) bool {
	for p := range prices.All() {
		if p.Arrival < first {
			continue
		}
		free := true
		for night := range p.Nights {
			free = free && stock.At(p.Arrival+date.Date(night)) > 0
		}
		if free {
			return true
		}
	}
	return false
}
