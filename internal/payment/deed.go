package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
)

// Deed is what a person of the office has asked to be done with a booking: a change that was
// planned and agreed to. What gives money away waits for UndoTime, so that it can be undone, or
// for a second person (ADR 176). The others are done when they are asked for, and are kept as
// the answer to a repeated request.
type Deed struct {
	ID, Ref string
	Key     string // of the request; a booking has it once
	State   DeedState
	Kind    string // 'refund', 'cancel', 'change', 'details' or 'send'
	Hash    string // of the plan that was agreed to
	// Amount counts towards the limits of what a person may give away.
	Amount money.Pence
	Text   string // what it does, after the person's name, such as 'refunds £40.00'
	ByID   string
	By     string // the person's name
	Why    string
	Second string // who has agreed too, or ended it; ""
	Note   string // why it was not done; ""
	At     time.Time
	// Due is when a deed that waits is done, and until when one that was done can be undone;
	// zero: it cannot.
	Due   time.Time
	Ended time.Time
	// Body is what is still needed; it is empty once nothing is.
	Body DeedBody
}

// DeedBody is what a deed needs that is not finished. It has no personal details.
type DeedBody struct {
	Change *Change  `json:"change,omitempty"` // that waits
	Lines  []Line   `json:"lines,omitempty"`  // of the plan, for the second person
	Button string   `json:"button,omitempty"`
	Undo   *restore `json:"undo,omitempty"`
}

// DeedState is the state of a deed.
type DeedState string

// The states of deeds. The last three are final.
const (
	DeedWaiting DeedState = "waiting"
	DeedAsked   DeedState = "asked" // of a second person
	DeedDone    DeedState = "done"
	DeedUndone  DeedState = "undone"  // before it was done, or within UndoTime
	DeedRefused DeedState = "refused" // it was not possible any more, or the second person refused
)

// UndoTime is how long what gives money away waits, and how long e-mails and messages to the
// park wait of what was done at once.
const UndoTime = 60 * time.Second

// tooLate is how long after its time a deed is still done. After that nobody watches it any
// more, and what the booking's people know may be older than a backup.
const tooLate = time.Hour

// NothingChanges is the text of a line about something that a plan leaves as it is.
const NothingChanges = "nothing changes"

// limitDays is for how many days what was given away of a booking adds up.
const limitDays = 30

// Need is what a person needs to do something beside the permission.
type Need string

// The needs.
const (
	NeedNothing Need = ""
	NeedStepUp  Need = "step-up" // to show again who they are, for this plan
	NeedSecond  Need = "second person"
)

// Doer is the person of the office who does something.
type Doer struct {
	ID, Name string
	// Needs says what the person needs for a change that gives away so much, together with
	// what was given away of the booking in the limitDays before. Its error refuses.
	Needs func(c Change, sum money.Pence) (Need, error)
	// SteppedUp means that the person has shown again who they are, for this plan.
	SteppedUp bool
}

// Errors of deeds, beside ErrChanged.
var (
	ErrStepUp  = errors.New("show again who you are")
	ErrNoDeed  = errors.New("there is nothing that waits")
	errKeyUsed = Refusal("this request was made before, for something else")
	errOwn     = Refusal("nobody agrees to what they have asked for themselves")
)

// Conflict means that somebody has changed the booking since it was read.
type Conflict struct {
	By string
	At time.Time
}

func (c *Conflict) Error() string {
	return c.By + " changed this at " + c.At.In(date.London).Format("15:04")
}

// Preview is a plan as a person of the office sees it.
type Preview struct {
	Plan
	Version int64 // of the booking
	At      time.Time
	Button  string // what the button says that agrees to it
	Waits   bool   // for UndoTime, before it is done
	Amount  money.Pence
	// Given is what was given away of the booking in the limitDays before.
	Given money.Pence
	Need  Need
}

// Preview works out a change for a person of the office. It tries the change, also whether a new
// stay is free, and changes nothing. Failures: booking.ErrNoRow, a Conflict if the booking has
// another version, and those of PlanOf.
func (s *Service) Preview(ctx context.Context, reference string, version int64, c Change, who Doer) (pre Preview, err error) {
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		b, p, given, err := s.planDeed(tx, reference, version, c)
		if err != nil {
			return err
		}
		pre = Preview{Plan: p, Version: b.Version, At: tx.Now(), Button: p.button(c), Waits: c.givesAway(), Amount: p.counts(c), Given: given}
		if pre.Need, err = who.Needs(c, pre.Amount+given); err != nil {
			return err
		}
		if err := s.carryOut(tx, &b, p); err != nil {
			return err
		}
		return errPlanned
	})
	if errors.Is(err, errPlanned) {
		return pre, nil
	}
	return pre, booking.Wrap("plan a deed", err)
}

// Ask is the change that a person agrees to.
type Ask struct {
	Change  Change
	Version int64  // of the booking, as the person has read it
	Hash    string // of the plan
	Key     string // a UUID: a repeated request changes nothing more
	Why     string
}

// Do does what a person has agreed to, or has it wait. A repeated key returns the deed of the
// first request. Failures: as Preview; ErrChanged if the plan does not hold any more; ErrStepUp.
func (s *Service) Do(ctx context.Context, reference string, a Ask, who Doer) (d Deed, err error) {
	if _, err := uuid.Parse(a.Key); err != nil {
		return d, errKey
	}
	if strings.TrimSpace(a.Why) == "" {
		return d, ErrNoReason
	}
	err = s.Store.GroupCommit(ctx, func(tx Tx) error {
		d, err = s.do(tx, reference, a, who)
		return err
	})
	if err == nil {
		s.Wake()
	}
	return d, booking.Wrap("do a deed", err)
}

func (s *Service) do(tx Tx, reference string, a Ask, who Doer) (d Deed, err error) {
	b, err := booking.ByReference(tx, reference)
	if err != nil {
		return d, err
	}
	all, err := tx.Deeds(b.Ref)
	if err != nil {
		return d, err
	}
	if i := slices.IndexFunc(all, func(d Deed) bool { return d.Key == a.Key }); i >= 0 {
		if all[i].Hash != a.Hash {
			return d, errKeyUsed
		}
		return all[i], nil
	}
	b, p, given, err := s.planDeed(tx, b.Ref, a.Version, a.Change)
	if err != nil {
		return d, err
	}
	if p.Hash() != a.Hash {
		return d, ErrChanged
	}
	id, err := uuid.NewV7()
	if err != nil {
		return d, err
	}
	d = Deed{ID: id.String(), Ref: b.Ref, Key: a.Key, Kind: a.Change.deed(), Hash: a.Hash, Amount: p.counts(a.Change), Text: p.does(a.Change),
		ByID: who.ID, By: who.Name, Why: a.Why, At: tx.Now()}
	need, err := who.Needs(a.Change, d.Amount+given)
	switch {
	case err != nil:
		return d, err
	case need == NeedStepUp && !who.SteppedUp:
		return d, ErrStepUp
	case need == NeedSecond:
		d.State, d.Body = DeedAsked, DeedBody{Change: &a.Change, Lines: p.Lines, Button: p.button(a.Change)}
	case a.Change.givesAway():
		d.Body.Change = &a.Change
		if err := d.wait(tx); err != nil {
			return d, err
		}
	default:
		if err := s.doAtOnce(tx, &b, p, a.Change, &d); err != nil {
			return d, err
		}
	}
	return d, tx.InsertDeed(d)
}

// doAtOnce does what takes, or moves no money. Its e-mails and messages to the park wait, so that
// they say nothing that is undone; an e-mail that is sent again goes at once.
func (s *Service) doAtOnce(tx Tx, b *booking.Booking, p Plan, c Change, d *Deed) error {
	before := *b
	d.State, d.Ended = DeedDone, tx.Now()
	if p.send != "" {
		return errors.Join(s.carryOut(tx, b, p), d.record(tx, p))
	}
	waiting := laterTx{Tx: tx, due: tx.Now().Add(UndoTime), jobs: new([]jobName)}
	if err := errors.Join(s.carryOut(waiting, b, p), d.record(tx, p)); err != nil {
		return err
	}
	if c.undoable(p) {
		now, err := tx.Booking(b.Ref)
		if err != nil {
			return err
		}
		d.Due, d.Body.Undo = waiting.due, &restore{Before: withPeople(before, booking.Booking{}), Version: now.Version, Jobs: *waiting.jobs}
	}
	return nil
}

// planDeed locks a booking and plans a change of it, with the lines that only the office sees.
// given is what was given away of it in the days before. A version of 0 is not compared.
func (s *Service) planDeed(tx Tx, reference string, version int64, c Change) (b booking.Booking, p Plan, given money.Pence, err error) {
	if b, err = booking.ByReference(tx, reference); err != nil {
		return b, p, 0, err
	}
	if version != 0 && b.Version != version {
		return b, p, 0, conflict(tx, b)
	}
	all, err := tx.Deeds(b.Ref)
	if err != nil {
		return b, p, 0, err
	}
	for _, d := range all {
		if d.State == DeedWaiting && c.Kind != SendConfirmation && c.Kind != SendReminder {
			return b, p, 0, Refusal(d.By + " " + d.Text + " at " + d.Due.In(date.London).Format("15:04:05") + ": wait for that, or undo it")
		}
		if (d.State == DeedWaiting || d.State == DeedDone) && tx.Now().Sub(d.At) < limitDays*24*time.Hour {
			given += d.Amount
		}
	}
	p, err = s.planForOffice(tx, b, c)
	return b, p, given, err
}

// planForOffice plans a change, with the lines that only the office sees.
func (s *Service) planForOffice(tx Tx, b booking.Booking, c Change) (Plan, error) {
	attempts, err := tx.Attempts(b.Ref)
	if err != nil {
		return Plan{}, err
	}
	p, err := s.planIn(tx, b, attempts, c)
	if err != nil {
		return p, err
	}
	if !slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Area == AboutStock }) {
		p.say(AboutStock, NothingChanges)
	}
	if s.StatementLine != nil {
		movements, err := tx.Movements(b.Ref)
		if err != nil {
			return p, err
		}
		after, then := p.after(b, movements)
		if text := s.StatementLine(b, after, movements, then); text != "" {
			p.say(AboutStatement, "%s", text)
		}
	}
	p.say(AboutUndo, "%s", p.undoText(c))
	return p, nil
}

// conflict says who has changed a booking last.
func conflict(tx Tx, b booking.Booking) error {
	actions, err := tx.Actions(b.Ref)
	if err != nil {
		return err
	}
	c := &Conflict{By: "the system", At: b.ChangedAt}
	if n := len(actions); n > 0 && !actions[n-1].At.Before(b.ChangedAt) {
		c.By = actions[n-1].By
	}
	return c
}

// wait has the deed done after UndoTime.
func (d *Deed) wait(tx Tx) error {
	d.State, d.Due = DeedWaiting, tx.Now().Add(UndoTime)
	d.Body.Lines, d.Body.Button = nil, ""
	payload, err := json.Marshal(deedTask{d.ID})
	if err != nil {
		return fmt.Errorf("write the job of a deed: %w", err)
	}
	return tx.Enqueue(outbox.Job{Kind: JobDeed, Key: d.ID, Payload: string(payload), Due: d.Due})
}

// record writes what was done into the record.
func (d Deed) record(tx Tx, p Plan) error {
	by := d.By
	if d.Second != "" {
		by += ", with " + d.Second
	}
	return tx.AddAction(p.record(Action{By: by, Why: d.Why, Command: p.command, Key: d.Key}))
}
