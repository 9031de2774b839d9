package payment

import (
	"slices"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment/ledger"
)

// deed is the kind of the deed that a change is.
func (c Change) deed() string {
	switch c.Kind {
	case SomethingWrong, PaidTooMuch, TakenByMistake:
		return "refund"
	case ChangeStay, MoveStay:
		return "change"
	case CorrectDetails:
		return "details"
	case SendConfirmation, SendReminder:
		return "send"
	default:
		return "cancel"
	}
}

// givesAway reports whether a change gives money or nights away, so that it waits.
func (c Change) givesAway() bool { return c.deed() == "refund" || c.deed() == "cancel" }

// undoable reports whether a change that was done at once can be taken back: not what returns
// money, because the provider has it.
func (c Change) undoable(p Plan) bool { return p.Rebooked != nil && len(p.Parts) == 0 }

// back is what goes back the way it was paid.
func (p Plan) back() (sum money.Pence) {
	for _, part := range p.Parts {
		sum += part.Back
	}
	return sum
}

// counts is what counts towards the limits: what is taken off the price or goes back. What the
// terms give, nobody gives.
func (p Plan) counts(c Change) money.Pence {
	if !c.givesAway() || c.Kind == CancelByTerms {
		return 0
	}
	return max(p.reduces, p.back())
}

// does is what a change does, after the name of the person who does it.
func (p Plan) does(c Change) string {
	back := p.back()
	switch c.deed() {
	case "refund":
		if back == 0 {
			return "takes £" + p.reduces.String() + " off the price"
		}
		return "refunds £" + back.String()
	case "cancel":
		if back == 0 {
			return "cancels the booking"
		}
		return "cancels the booking and refunds £" + back.String()
	case "change":
		return "changes the stay"
	case "details":
		return "corrects the details"
	default:
		return "sends " + p.sends() + " again"
	}
}

// button is what the button says that agrees to a change.
func (p Plan) button(c Change) string {
	back := p.back()
	to := ""
	if len(p.Parts) == 1 {
		to = p.Parts[0].toCard()
	}
	switch c.deed() {
	case "refund":
		if back == 0 {
			return "Take £" + p.reduces.String() + " off the price"
		}
		return "Refund £" + back.String() + to
	case "cancel":
		if back == 0 {
			return "Cancel the booking"
		}
		return "Cancel and refund £" + back.String() + to
	case "change":
		return "Change the stay"
	case "details":
		return "Save the details"
	default:
		return "Send " + p.sends() + " again"
	}
}

func (p Plan) sends() string {
	if p.send == booking.EmailBalance {
		return "the reminder"
	}
	return "the confirmation"
}

// undoText says how a change is undone.
func (p Plan) undoText(c Change) string {
	switch c.deed() {
	case "refund":
		return "for 60 seconds, wholly; after that it cannot be called back: ask the guest to pay again"
	case "cancel":
		return "for 60 seconds, wholly; after that book it again, while its nights are free"
	case "change":
		if !c.undoable(p) {
			return "not at once, because money goes back: change the stay once more"
		}
		return "for 60 seconds, while the old nights are free; after that change the stay once more"
	case "details":
		return "correct them once more; the e-mails wait for 60 seconds"
	default:
		return "not possible: the e-mail goes at once"
	}
}

// after is the booking with its movements, as they are when everything of the plan is done.
func (p Plan) after(b booking.Booking, movements []ledger.Movement) (booking.Booking, []ledger.Movement) {
	switch {
	case p.Rebooked != nil:
		b = p.Rebooked.After
	case p.reduces > 0:
		b = b.Reduced(p.reduces, p.ours)
	case p.Settled != nil:
		b.Settled = p.Settled
	}
	if next, ok := booking.Next(b.State, p.event); ok {
		b.State = next.To
	}
	then := slices.Clone(movements)
	add := func(kind ledger.Kind, attempt string, amount money.Pence) {
		if amount > 0 {
			then = append(then, ledger.Movement{Kind: kind, Ref: b.Ref, Attempt: attempt, Amount: amount})
		}
	}
	for _, part := range p.Parts {
		if part.how == byRefund {
			add(ledger.Refund, part.Attempt, part.Back)
			add(ledger.Fee, part.Attempt, part.Fee)
		}
	}
	for _, v := range p.Vouchers {
		add(ledger.VoucherReturned, "", v.Taken)
	}
	return b, then
}
