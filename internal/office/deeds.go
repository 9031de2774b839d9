package office

import (
	"context"
	"errors"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/payment"
)

// DeedLimits are up to which sums people give money of a booking away, in the 30 days that add
// up: up to Free at once, up to StepUp once they have shown again who they are, and above it
// with a second person.
type DeedLimits struct{ Free, StepUp money.Pence }

// DefaultDeedLimits are the design's.
var DefaultDeedLimits = DeedLimits{Free: 100_00, StepUp: 500_00}

// Action is what a person wants to be done with a booking. Kind decides which fields count.
type Action struct {
	Kind string `json:"kind"` // refund, cancel, change, details or send
	// Why money is refunded: wrong, overpaid or mistake.
	Why string `json:"why,omitempty"`
	// By says that a cancellation is by the terms, or against them.
	By string `json:"by,omitempty"`
	// Amount is in pence: of a refund, and what a cancellation against the terms gives back.
	Amount int64  `json:"amount,omitempty"`
	Bears  string `json:"bears,omitempty"` // operator, we or half
	// Category is the reason in a word of a list, and Reason in the person's own.
	Category string `json:"category,omitempty"`
	Reason   string `json:"reason,omitempty"`
	What     string `json:"what,omitempty"` // to send: confirmation or reminder
	// Arrival, Nights, Unit and Dogs are of a change; what is left out stays as it is. Free has
	// it done without the terms: no fee, no refund.
	Arrival string `json:"arrival,omitempty"`
	Nights  int    `json:"nights,omitempty"`
	Unit    string `json:"unit,omitempty"`
	Dogs    *int   `json:"dogs,omitempty"`
	Free    bool   `json:"free,omitempty"`
	// Details are of details; what is empty stays as it is.
	Details ActionDetails `json:"details,omitzero"`
}

// ActionDetails are names and contact details of the lead guest.
type ActionDetails struct {
	Title    string `json:"title,omitempty"`
	Forename string `json:"forename,omitempty"`
	Surname  string `json:"surname,omitempty"`
	Email    string `json:"email,omitempty"`
	Phone    string `json:"phone,omitempty"`
	Address1 string `json:"address1,omitempty"`
	Address2 string `json:"address2,omitempty"`
	Town     string `json:"town,omitempty"`
	County   string `json:"county,omitempty"`
	Postcode string `json:"postcode,omitempty"`
	Country  string `json:"country,omitempty"`
}

// PlanIn asks for the plan of an action. Version is that of the booking as the person sees it;
// 0 is any.
type PlanIn struct {
	Ref     string `json:"ref"`
	Version int64  `json:"version"`
	Action  Action `json:"action"`
}

// PlanOut is what an action would do.
type PlanOut struct {
	Hash     string     `json:"hash"`
	Version  int64      `json:"version"`
	At       string     `json:"at"`
	Lines    []PlanLine `json:"lines"`
	Button   string     `json:"button"`
	Danger   bool       `json:"danger"`
	Delay    int        `json:"delay"` // seconds before it is done
	Limit    string     `json:"limit"` // in words; "" where there is none
	StepUp   bool       `json:"stepUp"`
	Approval bool       `json:"approval"` // a second person is asked
}

// PlanLine is a line of a plan. Kind is money, price, stay, stock, park, email, statement or undo.
type PlanLine struct {
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Quiet bool   `json:"quiet,omitempty"` // nothing changes there
}

// DoIn agrees to a plan. Key is a UUID of the press of the button.
type DoIn struct {
	PlanIn
	Hash string `json:"hash"`
	Key  string `json:"key"`
}

// DoOut says what became of an action. Outcome is done, pending, approval, undone or refused; At
// is when a pending one is done.
type DoOut struct {
	Outcome string `json:"outcome"`
	ID      string `json:"id"`
	Text    string `json:"text"`
	At      string `json:"at"`
	Note    string `json:"note,omitempty"` // why it was refused
	// UndoUntil is until when a done one can be undone; "" where it cannot.
	UndoUntil string `json:"undoUntil,omitempty"`
}

// DeedIn names an action that was accepted.
type DeedIn struct {
	ID     string `json:"id"`
	Reason string `json:"reason,omitempty"` // of a refusal
}

// DeedsIn names a booking.
type DeedsIn struct {
	Ref string `json:"ref"`
}

// DeedsOut are the actions of people of the office on a booking, oldest first: also what waits
// now, as everybody sees it. Version is that of the booking.
type DeedsOut struct {
	Version int64      `json:"version"`
	Rows    []DeedView `json:"rows"`
}

// DeedView is an action of somebody. State is pending, approval, done, undone or refused; At is
// when it was asked for, and Due when a pending one is done.
type DeedView struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"` // refund, cancel, change, details or send
	State     string `json:"state"`
	Text      string `json:"text"` // after the name, such as 'refunds £40.00'
	By        string `json:"by"`
	Second    string `json:"second,omitempty"` // who agreed, or ended it
	Why       string `json:"why"`
	Note      string `json:"note,omitempty"`
	At        string `json:"at"`
	Due       string `json:"due,omitempty"`
	UndoUntil string `json:"undoUntil,omitempty"`
}

// ApprovalsOut lists what waits for a second person.
type ApprovalsOut struct {
	Rows []Approval `json:"rows"`
}

// Approval is an action that waits for a second person. Mine means that the reader has asked.
type Approval struct {
	ID     string     `json:"id"`
	Ref    string     `json:"ref"`
	Text   string     `json:"text"`
	Reason string     `json:"reason"`
	By     string     `json:"by"`
	At     string     `json:"at"`
	Lines  []PlanLine `json:"lines"`
	Button string     `json:"button"`
	Mine   bool       `json:"mine"`
}

// deedRoutes are the calls that change bookings. What a person may do depends on the action, so
// each call checks that itself.
func (o *Office) deedRoutes() []Route {
	return []Route{
		call("/api/plan", staff.Find, o.plan),
		call("/api/do", staff.Find, o.do),
		call("/api/deeds", staff.SeeMoney, o.deeds),
		call("/api/undo", staff.Find, o.undo),
		call("/api/now", staff.Find, o.now),
		call("/api/approvals", staff.Find, o.approvals),
		call("/api/approve", staff.Approve, o.approve),
		call("/api/refuse", staff.Approve, o.refuseDeed),
	}
}

func (o *Office) plan(ctx context.Context, p *staff.Person, in PlanIn) (out PlanOut, err error) {
	c, err := in.Action.change()
	if err != nil {
		return out, err
	}
	who := o.doer(p)
	if _, err := who.Needs(c, 0); err != nil { // before anything is said of the booking
		return out, err
	}
	pre, err := o.config.Payments.Preview(ctx, in.Ref, in.Version, c, who)
	if err != nil {
		return out, inOffice(err)
	}
	out = PlanOut{Hash: pre.Hash(), Version: pre.Version, At: instant(pre.At), Lines: planLines(pre.Lines), Button: pre.Button, Danger: in.Action.Kind == "cancel",
		StepUp: pre.Need == payment.NeedStepUp, Approval: pre.Need == payment.NeedSecond}
	if pre.Waits {
		out.Delay = int(payment.UndoTime / time.Second)
	}
	if in.Action.Kind == "refund" {
		out.Limit = o.limitText(pre.Amount + pre.Given)
	}
	return out, nil
}

// limitText says where a sum is within the limits.
func (o *Office) limitText(sum money.Pence) string {
	l := o.limits()
	above := " Above " + l.Free.Text() + " you show again who you are, and above " + l.StepUp.Text() + " a second person agrees."
	switch {
	case sum <= l.Free:
		return "Within your limit: " + sum.Text() + " of " + l.Free.Text() + " for this booking in 30 days." + above
	case sum <= l.StepUp:
		return sum.Text() + " for this booking in 30 days: show again who you are." + above
	}
	return sum.Text() + " for this booking in 30 days: a second person must agree."
}

func (o *Office) limits() DeedLimits {
	if o.config.Limits == (DeedLimits{}) {
		return DefaultDeedLimits
	}
	return o.config.Limits
}

func (o *Office) do(ctx context.Context, p *staff.Person, in DoIn) (DoOut, error) {
	c, err := in.Action.change()
	if err != nil {
		return DoOut{}, err
	}
	who := o.doer(p)
	if _, err := who.Needs(c, 0); err != nil {
		return DoOut{}, err
	}
	if who.SteppedUp, err = o.steppedUp(ctx, p, in.Hash); err != nil {
		return DoOut{}, err
	}
	d, err := o.config.Payments.Do(ctx, in.Ref, payment.Ask{Change: c, Version: in.Version, Hash: in.Hash, Key: in.Key, Why: in.Action.reason()}, who)
	return o.outcome(ctx, p, "do", d, err)
}

// steppedUp reports whether the person has shown again who they are, for the plan with a hash.
func (o *Office) steppedUp(ctx context.Context, p *staff.Person, hash string) (yes bool, err error) {
	err = o.config.Store.View(ctx, func(tx staff.Tx) error {
		s, err := tx.Session(p.Session)
		yes = err == nil && s.SteppedUp(hash, tx.Now())
		return err
	})
	return yes, err
}

func (o *Office) undo(ctx context.Context, p *staff.Person, in DeedIn) (DoOut, error) {
	if _, err := o.mayTouch(ctx, p, in.ID); err != nil {
		return DoOut{}, err
	}
	d, err := o.config.Payments.Undo(ctx, in.ID, o.doer(p))
	return o.outcome(ctx, p, "undo", d, err)
}

func (o *Office) now(ctx context.Context, p *staff.Person, in DeedIn) (DoOut, error) {
	if _, err := o.mayTouch(ctx, p, in.ID); err != nil {
		return DoOut{}, err
	}
	d, err := o.config.Payments.Now(ctx, in.ID)
	return o.outcome(ctx, p, "now", d, err)
}

func (o *Office) approvals(ctx context.Context, p *staff.Person, _ None) (ApprovalsOut, error) {
	out := ApprovalsOut{Rows: []Approval{}}
	all, err := o.config.Payments.Asked(ctx, mostApprovals)
	if err != nil {
		return out, err
	}
	for _, d := range all {
		mine := d.ByID == p.ID
		if !mine && (!p.Grant(staff.Approve).May() || !p.Grant(approves(d)).May()) {
			continue
		}
		out.Rows = append(out.Rows, Approval{ID: d.ID, Ref: d.Ref, Text: d.Text, Reason: d.Why, By: d.By, At: instant(d.At), Lines: planLines(d.Body.Lines), Button: d.Body.Button, Mine: mine})
	}
	return out, nil
}

// mostApprovals is how many the list shows, the oldest first.
const mostApprovals = 200

func (o *Office) approve(ctx context.Context, p *staff.Person, in DeedIn) (DoOut, error) {
	if err := o.mayApprove(ctx, p, in.ID); err != nil {
		return DoOut{}, err
	}
	d, err := o.config.Payments.Approve(ctx, in.ID, o.doer(p))
	return o.outcome(ctx, p, "approve", d, err)
}

func (o *Office) refuseDeed(ctx context.Context, p *staff.Person, in DeedIn) (DoOut, error) {
	if err := o.mayApprove(ctx, p, in.ID); err != nil {
		return DoOut{}, err
	}
	if strings.TrimSpace(in.Reason) == "" {
		return DoOut{}, staff.Wrong("reason", "Say why, for the person who asked.")
	}
	d, err := o.config.Payments.Refuse(ctx, in.ID, in.Reason, o.doer(p))
	return o.outcome(ctx, p, "refuse", d, err)
}

// mayApprove checks that the person may do what was asked for, and so agree to it.
func (o *Office) mayApprove(ctx context.Context, p *staff.Person, id string) error {
	d, err := o.config.Payments.Deed(ctx, id)
	if err != nil {
		return inOffice(err)
	}
	if of := approves(d); !p.Grant(of).May() {
		return staff.Lacks(of)
	}
	return nil
}

// approves is the permission that somebody needs who agrees to a deed.
func approves(d payment.Deed) staff.Permission {
	if d.Kind == "cancel" {
		return staff.CancelAgainst
	}
	return staff.RefundLarge
}

// mayTouch checks that the person may undo or hurry a deed: whoever may do such things, and who has
// asked for it.
func (o *Office) mayTouch(ctx context.Context, p *staff.Person, id string) (payment.Deed, error) {
	d, err := o.config.Payments.Deed(ctx, id)
	if err != nil {
		return d, inOffice(err)
	}
	of := map[string]staff.Permission{"refund": staff.RefundSmall, "cancel": staff.CancelByTerms}[d.Kind]
	if of == "" {
		of = staff.Change
	}
	if d.ByID != p.ID && !p.Grant(of).May() {
		return d, staff.Lacks(of)
	}
	return d, nil
}

// doer is the person as package payment knows them.
func (o *Office) doer(p *staff.Person) payment.Doer {
	return payment.Doer{ID: p.ID, Name: p.Name, Needs: func(c payment.Change, sum money.Pence) (payment.Need, error) {
		of := o.permissionOf(c, sum)
		switch g := p.Grant(of); {
		case g == staff.Ask || g.NeedsSecond():
			return payment.NeedSecond, nil
		case g.NeedsStepUp():
			return payment.NeedStepUp, nil
		case g.May():
			return payment.NeedNothing, nil
		}
		return "", staff.Lacks(of)
	}}
}

// permissionOf is the row of the table 'Who may' for a change that gives away so much, with what
// was given away before.
func (o *Office) permissionOf(c payment.Change, sum money.Pence) staff.Permission {
	switch c.Kind {
	case payment.SomethingWrong, payment.PaidTooMuch, payment.TakenByMistake:
		switch l := o.limits(); {
		case sum <= l.Free:
			return staff.RefundSmall
		case sum <= l.StepUp:
			return staff.RefundMiddle
		}
		return staff.RefundLarge
	case payment.CancelByTerms:
		return staff.CancelByTerms
	case payment.CancelReturning:
		return staff.CancelAgainst
	default:
		return staff.Change
	}
}

// outcome answers what became of a deed, and records that the person has asked for it.
func (o *Office) outcome(ctx context.Context, p *staff.Person, action string, d payment.Deed, err error) (DoOut, error) {
	if err != nil {
		return DoOut{}, inOffice(err)
	}
	e := staff.EventOf(p, action, d.Ref)
	e.Why, e.Plan, e.Done = d.Why, d.Hash, d.By+" "+d.Text
	if err := o.config.Store.Update(ctx, func(tx staff.Tx) error { return tx.AddEvent(e) }); err != nil {
		return DoOut{}, err
	}
	v := viewOf(d)
	out := DoOut{Outcome: v.State, ID: v.ID, Text: v.Text, At: v.At, Note: v.Note, UndoUntil: v.UndoUntil}
	if v.Due != "" {
		out.At = v.Due
	}
	return out, nil
}

// viewOf is a deed as people see it.
func viewOf(d payment.Deed) DeedView {
	v := DeedView{ID: d.ID, Kind: d.Kind, State: string(d.State), Text: d.Text, By: d.By, Second: d.Second, Why: d.Why, Note: d.Note, At: instant(d.At)}
	switch {
	case d.State == payment.DeedWaiting:
		v.State, v.Due = "pending", instant(d.Due)
	case d.State == payment.DeedAsked:
		v.State = "approval"
	case d.State == payment.DeedDone && !d.Due.IsZero():
		v.UndoUntil = instant(d.Due)
	}
	return v
}

func (o *Office) deeds(ctx context.Context, _ *staff.Person, in DeedsIn) (DeedsOut, error) {
	version, all, err := o.config.Payments.Deeds(ctx, in.Ref)
	if err != nil {
		return DeedsOut{}, inOffice(err)
	}
	out := DeedsOut{Version: version, Rows: []DeedView{}}
	for _, d := range all {
		out.Rows = append(out.Rows, viewOf(d))
	}
	return out, nil
}

// inOffice is an error of package payment as the office answers it.
func inOffice(err error) error {
	var conflict *payment.Conflict
	var refusal payment.Refusal
	var lacks *staff.Refusal
	switch {
	case errors.As(err, &lacks):
		return lacks
	case errors.As(err, &conflict):
		return &staff.Refusal{Code: staff.Conflict, Message: conflict.Error() + ". Work it out again.", By: conflict.By, At: instant(conflict.At)}
	case errors.Is(err, payment.ErrChanged):
		return staff.Refuse(staff.PlanChanged, "Something has changed since this was worked out, and nothing was done. Work it out again.")
	case errors.Is(err, payment.ErrStepUp):
		return staff.Refuse(staff.StepFirst, "Show again who you are, for this plan.")
	case errors.Is(err, payment.ErrNoReason):
		return staff.Wrong("reason", "Say why, for colleagues and the audit log.")
	case errors.Is(err, payment.ErrNoDeed), errors.Is(err, booking.ErrNoRow):
		return staff.ErrNotFound
	case errors.As(err, &refusal):
		return staff.Wrong("", refusal.Error())
	}
	failure, ok := booking.FailureOf(err)
	if !ok {
		return err
	}
	field := ""
	if len(failure.Fields) > 0 {
		field = failure.Fields[0].Field
	}
	return staff.Wrong(field, failure.Message)
}

// refundKinds are the reasons of refunds.
var refundKinds = map[string]payment.ChangeKind{"wrong": payment.SomethingWrong, "overpaid": payment.PaidTooMuch, "mistake": payment.TakenByMistake}

// sendKinds are the e-mails that can be sent again.
var sendKinds = map[string]payment.ChangeKind{"confirmation": payment.SendConfirmation, "reminder": payment.SendReminder}

// change is the action as package payment knows it.
func (a Action) change() (c payment.Change, err error) {
	c = payment.Change{Amount: money.Pence(a.Amount), Bears: payment.Bearer(a.Bears)}
	switch c.Bears {
	case "", payment.OperatorBears, payment.WeBear, payment.HalfEach:
	default:
		return c, staff.Wrong("bears", "Say who bears it: the operator, we, or half each.")
	}
	known := true
	switch a.Kind {
	case "refund":
		c.Kind, known = refundKinds[a.Why]
	case "cancel":
		c.Kind, known = payment.CancelByTerms, a.By == "terms"
		if a.By == "against" {
			c.Kind, c.KeepRest, known = payment.CancelReturning, true, true
		}
	case "send":
		c.Kind, known = sendKinds[a.What]
	case "details":
		d := a.Details
		c.Kind = payment.CorrectDetails
		c.Details = booking.Details{Email: d.Email, Contact: booking.Contact{Title: d.Title, Forename: d.Forename, Surname: d.Surname, Telephone: d.Phone,
			Address1: d.Address1, Address2: d.Address2, Town: d.Town, County: d.County, Postcode: d.Postcode, Country: d.Country}}
	case "change":
		return a.changeOfStay()
	default:
		known = false
	}
	if !known {
		return c, staff.Wrong("kind", "There is no such action.")
	}
	return c, nil
}

// changeOfStay reads a change of the stay.
func (a Action) changeOfStay() (payment.Change, error) {
	w := booking.Wish{UnitTypeID: a.Unit, Nights: a.Nights, Dogs: a.Dogs}
	if a.Arrival != "" {
		day, err := date.ParseISO(a.Arrival)
		if err != nil {
			return payment.Change{}, staff.Wrong("arrival", "Choose a day.")
		}
		w.Arrival = day
	}
	if a.Free && (a.Nights != 0 || a.Dogs != nil) {
		return payment.Change{}, staff.Wrong("free", "Nights and dogs are changed by the terms alone.")
	}
	if a.Free {
		return payment.Change{Kind: payment.MoveStay, Wish: &w}, nil
	}
	return payment.Change{Kind: payment.ChangeStay, Wish: &w}, nil
}

// reason is why the action is done, for the record. What gives money away must have one.
func (a Action) reason() string {
	text := strings.Trim(a.Category+": "+strings.TrimSpace(a.Reason), ": ")
	if text == "" && a.Kind != "refund" && a.Kind != "cancel" {
		return "the guest asked for it"
	}
	if text == "" && a.By == "terms" {
		return "by the terms of the booking"
	}
	return text
}

// planLines are the lines of a plan as the office shows them.
func planLines(all []payment.Line) []PlanLine {
	lines := []PlanLine{}
	for _, l := range all {
		kind := string(l.Area)
		if l.Area == payment.AboutEmails {
			kind = "email"
		}
		lines = append(lines, PlanLine{kind, l.Text, l.Text == payment.NothingChanges})
	}
	return lines
}

// instant is a time as calls have it: RFC 3339, in London.
func instant(t time.Time) string { return t.In(date.London).Format(time.RFC3339) }
