package simulator

import (
	"slices"
	"time"
)

// The faults of real providers that the simulator imitates. A name on the card, an
// amount or an armed fault chooses one for an order.
const (
	faultHTTP401      = "SIM_HTTP401"         // the credentials are refused
	faultLateInquiry  = "SIM_LATE_INQUIRY"    // inquiries show what was true lateInquiry ago
	faultLateModify   = "SIM_LATE_MODIFY"     // what was accepted is done lateModify later
	faultRiskCancel   = "SIM_RISK_CANCEL"     // cancelled right after it was authorised
	faultCancelLate   = "SIM_CANCEL_TOO_LATE" // a cancellation is accepted, and the money is captured
	faultRefundFailed = "SIM_REFUND_FAILED"
	faultRefundBack   = "SIM_REFUND_REVERSED" // the first refund is done, and fails reversedAfter later
	faultModify500    = "SIM_MODIFY_HTTP500"  // the first modification fails, and nothing is done
	faultModifyHang   = "SIM_MODIFY_HANG"     // the first modification is accepted, and no answer comes
	faultModifyHalf   = "SIM_MODIFY_BAD_XML"  // the first modification is accepted, and half an answer comes
	faultAppearsLate  = "SIM_APPEARS_LATE"    // no answer comes, and inquiries know it appearsLate later
	faultNotifyLost   = "SIM_NOTIFY_LOST"
	faultNotifyLate   = "SIM_NOTIFY_LATE"      // the last notification comes first
	faultNotifyBefore = "SIM_NOTIFY_FIRST"     // the notification comes before the answer
	faultNotifyTwice  = "SIM_NOTIFY_TWICE"     // every notification comes twice
	faultBadXML       = "SIM_BAD_XML"          // the answer is cut off
	faultSlow         = "SIM_SLOW_8S"          // the answer comes after 8 seconds
	faultWrongAmount  = "SIM_WRONG_AMOUNT"     // a penny more is authorised
	faultCurrency     = "SIM_WRONG_CURRENCY"   // euros are authorised
	faultSecondAsk    = "SIM_SECOND_CHALLENGE" // after a challenge comes another one
	faultLateAll      = "SIM_LATE"             // both inquiries and modifications are late
	appearsLate       = 40 * time.Minute
	reversedAfter     = 3 * time.Hour
	lateInquiry       = 10 * time.Minute     // twice the wait that providers ask for
	lateModify        = 15 * time.Minute     // as long as notifications take
	faultDDC          = "SIM_DDC_SILENT"     // the device data collection sends no message
	faultBefore       = "SIM_TIMEOUT_BEFORE" // no answer comes, and no order was created
	faultAfter        = "SIM_TIMEOUT_AFTER"  // no answer comes, and the order was created
	faultHTTP500      = "SIM_HTTP500"        // a server error, and no order was created
)

// ofModifications and ofOrders say for which requests an armed fault is.
func ofModifications(fault string) bool {
	return fault == faultModify500 || fault == faultModifyHang || fault == faultModifyHalf
}

func ofOrders(fault string) bool {
	return fault != faultDDC && !ofModifications(fault) && !ofWallet(fault) && !ofCreation(fault)
}

// change is a modification that was accepted and will be applied at a time.
type change struct {
	Event  string    `json:"event"`
	Amount int64     `json:"amount,omitempty"`
	At     time.Time `json:"at"`
}

// modifyLag is how long an order's modifications take.
func (s *Simulator) modifyLag(o *Order) time.Duration {
	if o.Verdict.Fault == faultLateModify || o.Verdict.Fault == faultLateAll {
		return lateModify
	}
	if s.lag != nil {
		return s.lag()
	}
	return 0
}

func (s *Simulator) inquiryLag(o *Order) time.Duration {
	if o.Verdict.Fault == faultLateInquiry || o.Verdict.Fault == faultLateAll {
		return lateInquiry
	}
	if o.Verdict.Fault == faultAppearsLate {
		return appearsLate
	}
	if s.lag != nil {
		return s.lag()
	}
	return 0
}

// accept adds a change to those that will be applied to an order. The caller holds
// the lock.
func (s *Simulator) accept(o *Order, event string, amount int64) {
	o.Pending = append(o.Pending, change{event, amount, s.clock().Add(s.modifyLag(o))})
	s.applyDue(o)
}

// applyDue applies the pending changes of an order whose time has come. It reports
// whether the order has changed.
func (s *Simulator) applyDue(o *Order) bool {
	did := false
	for {
		i := slices.IndexFunc(o.Pending, func(c change) bool { return !s.clock().Before(c.At) })
		if i < 0 {
			return did
		}
		c := o.Pending[i]
		o.Pending = slices.Delete(o.Pending, i, i+1)
		did = s.do(o, c) || did
	}
}

// do applies a change if the order's state still allows it.
func (s *Simulator) do(o *Order, c change) bool {
	switch c.Event {
	case "CAPTURED":
		if o.State != "AUTHORISED" {
			return false
		}
		o.Captured = o.Authorised
	case "CANCELLED":
		if o.State != "AUTHORISED" {
			return false
		}
		if o.Verdict.Fault == faultCancelLate {
			c.Event, o.Captured = "CAPTURED", o.Authorised
		}
	case "REFUNDED":
		if o.Verdict.Fault == faultRefundFailed {
			c.Event = "REFUND_FAILED"
			o.Asked -= c.Amount
		} else {
			o.Refunded += c.Amount
		}
		if o.Verdict.Fault == faultRefundBack && !o.Stumbled {
			o.Stumbled = true
			o.Pending = append(o.Pending, change{"REFUND_FAILED", c.Amount, s.clock().Add(reversedAfter)})
		}
	case "REFUND_FAILED":
		o.Refunded -= c.Amount
		o.Asked -= c.Amount
	}
	o.event(c.Event, s.clock())
	s.announce(o)
	return true
}

// seen is an order as an inquiry shows it: its state of some time ago. known is
// false where the inquiry does not know it yet.
func (s *Simulator) seen(o *Order) (as Order, known bool) {
	as = *o
	until := s.clock().Add(-s.inquiryLag(o))
	as.State = ""
	for i, at := range o.Times {
		if !at.After(until) {
			as.State = o.Events[i]
		}
	}
	return as, as.State != "" && as.State != "CHALLENGED" && as.State != bankApproved && as.State != bankDeclined
}

// What the visitor chose at the bank, among an order's events.
const (
	bankApproved = "the visitor: approve"
	bankDeclined = "the visitor: decline"
)
