package booking

import (
	"fmt"
	"slices"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Pieces is what a booking takes of an extra of which its park has only so many.
type Pieces struct {
	Item   string // park and code, with a blank between them
	Name   string
	Field  string // of the form of extras; "" for a compulsory one
	First  date.Date
	Nights int
	Count  int
	Of     int // pieces of the park
}

// Pieces lists what the booking takes of limited extras.
func (b Booking) Pieces() (list []Pieces) {
	for _, one := range b.eachUnit() {
		for _, c := range one.Stay.Charges {
			if c.Stock.Pieces > 0 {
				list = append(list, one.piecesOf(c.Code, c.Name, "", 1, c.Rate, c.Stock))
			}
		}
	}
	for _, e := range b.Extras {
		if e.Stock.Pieces > 0 {
			list = append(list, b.piecesOf(e.Code, e.Name, extraField(e.Code), e.Quantity, e.Rate, e.Stock))
		}
	}
	return list
}

// eachUnit returns the booking as one of each of its units, for what is counted by unit.
func (b Booking) eachUnit() (all []Booking) {
	for _, p := range b.Stay.Parts {
		all = append(all, Booking{Stay: p.Stay, Party: p.Party})
	}
	if all == nil {
		return []Booking{b}
	}
	return all
}

// piecesOf returns the pieces for a quantity: one for each person or dog where the extra is
// charged so.
func (b Booking) piecesOf(code, name, field string, quantity int, rate money.Rate, stock catalogue.Stock) Pieces {
	p := Pieces{Item: b.Stay.ParkID + " " + code, Name: name, Field: field, First: b.Stay.Arrival, Nights: b.Stay.Nights, Count: quantity, Of: stock.Pieces}
	if rate.PerPerson {
		p.Count *= b.Party.Size()
	}
	if rate.PerDog {
		p.Count *= b.Party.dogs()
	}
	if stock.Per == "stay" {
		p.Nights = 1
	}
	return p
}

// takePieces takes all pieces or none. missing is the first of which too few are left.
func takePieces(tx Tx, list []Pieces) (missing *Pieces, err error) {
	for i, p := range list {
		ok, err := tx.TakePieces(p.Item, p.First, p.Nights, p.Count, p.Of)
		if err != nil {
			return nil, err
		}
		if !ok {
			return &list[i], returnPieces(tx, list[:i])
		}
	}
	return nil, nil
}

func returnPieces(tx Tx, list []Pieces) error {
	for _, p := range list {
		if err := tx.ReturnPieces(p.Item, p.First, p.Nights, p.Count); err != nil {
			return err
		}
	}
	return nil
}

// takeStay takes the nights of all units of a booking and the pieces of its extras, all or nothing.
func takeStay(tx Tx, b Booking) (ok bool, err error) {
	units := b.Stay.Units()
	for i, u := range units {
		ok, err = tx.TakeNights(u.UnitTypeID, u.Arrival, u.Nights)
		if err == nil && !ok {
			err = returnNights(tx, units[:i])
		}
		if err != nil || !ok {
			return false, err
		}
	}
	missing, err := takePieces(tx, b.Pieces())
	if err == nil && missing != nil {
		err = returnNights(tx, units)
	}
	return err == nil && missing == nil, err
}

// returnStay returns them.
func returnStay(tx Tx, b Booking) error {
	if err := returnNights(tx, b.Stay.Units()); err != nil {
		return err
	}
	return returnPieces(tx, b.Pieces())
}

func returnNights(tx Tx, units []Stay) error {
	for _, u := range units {
		if err := tx.ReturnNights(u.UnitTypeID, u.Arrival, u.Nights); err != nil {
			return err
		}
	}
	return nil
}

// replaceStay returns what the stay of a booking had and takes what it has now. ok is false where
// something is not free; the caller then undoes the transaction.
func replaceStay(tx Tx, had, has Booking) (ok bool, err error) {
	if ok, err = replaceNights(tx, had.Stay, has.Stay); err != nil || !ok {
		return false, err
	}
	missing, err := swapPieces(tx, had.Pieces(), has.Pieces())
	return err == nil && missing == nil, err
}

// replaceNights keeps the nights that both stays have. They cannot always be taken again: most
// calendars of other channels repeat our bookings, which blocks their nights.
func replaceNights(tx Tx, had, has Stay) (ok bool, err error) {
	first, end := max(had.Arrival, has.Arrival), min(had.Departure(), has.Departure())
	if had.UnitTypeID != has.UnitTypeID || first >= end {
		if err := tx.ReturnNights(had.UnitTypeID, had.Arrival, had.Nights); err != nil {
			return false, err
		}
		return tx.TakeNights(has.UnitTypeID, has.Arrival, has.Nights)
	}
	for _, run := range [][2]date.Date{{had.Arrival, first}, {end, had.Departure()}} {
		if nights := int(run[1] - run[0]); nights > 0 {
			if err := tx.ReturnNights(had.UnitTypeID, run[0], nights); err != nil {
				return false, err
			}
		}
	}
	for _, run := range [][2]date.Date{{has.Arrival, first}, {end, has.Departure()}} {
		if nights := int(run[1] - run[0]); nights > 0 {
			if ok, err := tx.TakeNights(has.UnitTypeID, run[0], nights); err != nil || !ok {
				return false, err
			}
		}
	}
	return true, nil
}

// swapPieces returns pieces and takes others. It returns the first one of which too few are
// left, or nil.
func swapPieces(tx Tx, had, has []Pieces) (missing *Pieces, err error) {
	if slices.Equal(had, has) {
		return nil, nil
	}
	if err := returnPieces(tx, had); err != nil {
		return nil, err
	}
	return takePieces(tx, has)
}

// replacePieces returns the pieces that a booking had, and takes those that it has now.
func replacePieces(tx Tx, had []Pieces, b Booking) error {
	missing, err := swapPieces(tx, had, b.Pieces())
	if err != nil || missing == nil {
		return err
	}
	left, err := tx.PiecesTaken(missing.Item, missing.First, missing.Nights)
	if err != nil {
		return err
	}
	var wrong fields
	wrong.when(true, missing.Field, fmt.Sprintf("%s: only %d left for your stay", missing.Name, max(0, missing.Of-left)))
	return wrong.failure()
}

// limit lowers how many of a limited extra are offered to what is left beside what the
// booking has itself.
func (b Booking) limit(tx Tx, o *OfferedExtra, chosen int) error {
	if !o.limited() {
		return nil
	}
	one := b.piecesOf(o.Code, o.Name, "", 1, o.Rate, o.Stock)
	taken, err := tx.PiecesTaken(one.Item, one.First, one.Nights)
	if err == nil && one.Count > 0 {
		o.Max = min(o.Max, max(0, one.Of-taken)/one.Count+chosen)
	}
	return err
}

// extraField is the field of an extra in the form of extras.
func extraField(code string) string { return "extras[" + code + "]" }
