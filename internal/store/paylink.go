package store

import (
	"fmt"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
)

const payLinkColumns = "id, ref, name, amount, created_ms, expires_ms, ended_ms"

func readPayLink(scan func(into ...any) error) (l booking.PayLink, err error) {
	var created, expires, ended int64
	err = scan(&l.ID, &l.Ref, &l.Name, &l.Amount, &created, &expires, &ended)
	l.CreatedAt, l.ExpiresAt, l.EndedAt = instant(created), instant(expires), instant(ended)
	return l, err
}

func (tx bookingTx) PayLinks(ref string) ([]booking.PayLink, error) {
	links, err := Select(tx.Tx, readPayLink, "SELECT "+payLinkColumns+" FROM payment_link WHERE ref = $1 ORDER BY created_ms, id", ref)
	if err != nil || len(links) == 0 {
		return nil, err
	}
	// A payment that its provider has taken back does not count.
	err = tx.Query(func(scan func(into ...any) error) error {
		var link string
		var amount money.Pence
		var settled int64
		var state payment.State
		err := scan(&link, &amount, &settled, &state)
		for i := range links {
			if links[i].ID == link {
				links[i].Paid, links[i].PaidAt, links[i].Returned = amount, instant(settled), !state.TookMoney()
			}
		}
		return err
	}, "SELECT link, amount, settled_ms, state FROM payment_attempt WHERE ref = $1 AND link <> '' AND settled_ms > 0 AND state <> 'lost' ORDER BY seq", ref)
	return links, err
}

func (tx bookingTx) PayLink(id string) (booking.PayLink, error) {
	l, err := readPayLink(tx.QueryRow("SELECT "+payLinkColumns+" FROM payment_link WHERE id = $1", id).Scan)
	return l, noRow(err)
}

func (tx bookingTx) InsertPayLink(l booking.PayLink) error {
	_, err := tx.Exec("INSERT INTO payment_link ("+payLinkColumns+") VALUES ($1,$2,$3,$4,$5,$6,$7)",
		l.ID, l.Ref, l.Name, int64(l.Amount), millis(l.CreatedAt), millis(l.ExpiresAt), millis(l.EndedAt))
	if err != nil {
		return fmt.Errorf("write a link by which others pay: %w", err)
	}
	return nil
}

func (tx bookingTx) EndPayLink(id string) error {
	_, err := tx.Exec("UPDATE payment_link SET ended_ms = $2 WHERE id = $1 AND ended_ms = 0", id, tx.NowMs())
	return err
}

func (tx bookingTx) ForgetPayLinks(ref string) error {
	_, err := tx.Exec("UPDATE payment_link SET name = '' WHERE ref = $1 AND name <> ''", ref)
	return err
}
