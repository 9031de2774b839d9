package office_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/office"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// deskWorld is a paid booking, and the office in which people of each role work on it. They give
// away £20 without more, and £50 after showing again who they are.
type deskWorld struct {
	*testworld.World
	url, ref string
	as       map[staff.Role]*officetest.Client
}

func newDeskWorld(t *testing.T, db storetest.Database) deskWorld {
	t.Helper()
	d := deskWorld{World: testworld.New(t, db), as: map[staff.Role]*officetest.Client{}}
	d.url = officetest.Serve(t, office.Config{Store: d.Store.Office(), Now: d.Clock.Now, Payments: d.Payments, Limits: office.DeedLimits{Free: 20_00, StepUp: 50_00}}).URL
	for _, role := range staff.Roles {
		d.as[role] = officetest.SignIn(t, d.Store.Office(), d.url, role, "P-flex")
	}
	v := testworld.Visitor()
	view := d.Booked(v, "flex")
	d.Paid(v, view, booking.PayFull)
	d.Tick()
	d.ref = view.Shown
	return d
}

// plan plans an action, as a person sees the booking now.
func (d deskWorld) plan(t *testing.T, as *officetest.Client, a office.Action) office.PlanOut {
	t.Helper()
	var out office.PlanOut
	if status, refusal := as.Call(t, "/api/plan", office.PlanIn{Ref: d.ref, Action: a}, &out); status != http.StatusOK {
		t.Fatalf("%+v: %d %+v", a, status, refusal)
	}
	return out
}

// agrees agrees to a plan.
func (d deskWorld) agrees(t *testing.T, as *officetest.Client, a office.Action, p office.PlanOut, key string) (out office.DoOut, status int, refusal staff.Refusal) {
	t.Helper()
	status, refusal = as.Call(t, "/api/do", office.DoIn{PlanIn: office.PlanIn{Ref: d.ref, Version: p.Version, Action: a}, Hash: p.Hash, Key: key}, &out)
	return out, status, refusal
}

// refund refunds an amount because something was wrong.
func refund(amount int64) office.Action {
	return office.Action{Kind: "refund", Why: "wrong", Amount: amount, Bears: "half", Reason: "the hot tub failed"}
}

// The table of the design: who may do what, with what more.
func TestWhoMayDoWhatWithABooking(t *testing.T) {
	d := newDeskWorld(t, storetest.SQLite(t))
	actions := map[string]office.Action{
		"up to the first limit":  refund(20_00),
		"up to the second limit": refund(50_00),
		"above":                  refund(50_01),
		"cancel":                 {Kind: "cancel", By: "terms"},
		"cancel against":         {Kind: "cancel", By: "against", Amount: 180_00, Bears: "we", Reason: "a death"},
		"change":                 {Kind: "change", Arrival: (testworld.Summer + 3).ISO()},
		"details":                {Kind: "details", Details: office.ActionDetails{Email: "new@example.org"}},
		"send":                   {Kind: "send", What: "confirmation"},
	}
	for _, row := range strings.Split(`up to the first limit: y y - - y -
up to the second limit: s s - - s -
above: 2 2 - - 2 -
cancel: y - - - y -
cancel against: 2 - - - s -
change: y - - - y -
details: y - - - y -
send: y - - - y -`, "\n") {
		name, cells, _ := strings.Cut(row, ": ")
		for i, cell := range strings.Fields(cells) {
			role := staff.Roles[i]
			var p office.PlanOut
			status, refusal := d.as[role].Call(t, "/api/plan", office.PlanIn{Ref: d.ref, Action: actions[name]}, &p)
			got := "y"
			switch {
			case status == http.StatusForbidden && refusal.Code == staff.Forbidden && len(refusal.Needs) > 0:
				got = "-"
			case status != http.StatusOK:
				t.Errorf("%s as %s: %d %+v", name, role, status, refusal)
			case p.StepUp:
				got = "s"
			case p.Approval:
				got = "2"
			}
			if got != cell {
				t.Errorf("%s as %s is %s, want %s", name, role, got, cell)
			}
			if cell == "-" { // also without the plan
				if _, status, _ := d.agrees(t, d.as[role], actions[name], office.PlanOut{Hash: p.Hash}, uuid.NewString()); status != http.StatusForbidden {
					t.Errorf("%s done as %s answers %d", name, role, status)
				}
			}
		}
	}
}

func TestARefundWaitsInTheOffice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		d := newDeskWorld(t, db)
		priya, megan, key := d.as[staff.Reservations], d.as[staff.Manager], uuid.NewString()
		p := d.plan(t, priya, refund(15_00))
		if p.Delay != 60 || p.Button != "Refund £15.00 to card ending 1111" || !strings.HasPrefix(p.Limit, "Within your limit: £15 of £20") {
			t.Errorf("the plan is %+v", p)
		}
		kinds := ""
		for _, l := range p.Lines {
			kinds += l.Kind + " "
		}
		for _, kind := range []string{"money", "price", "stock", "email", "park", "undo"} {
			if !strings.Contains(kinds, kind) {
				t.Errorf("the plan says nothing of %s: %s", kind, kinds)
			}
		}
		first, status, refusal := d.agrees(t, priya, refund(15_00), p, key)
		if status != http.StatusOK || first.Outcome != "pending" {
			t.Fatal(first, status, refusal)
		}
		if again, _, refusal := d.agrees(t, priya, refund(15_00), p, key); again != first {
			t.Errorf("pressed twice: %+v, %+v", again, refusal)
		}
		var all office.DeedsOut
		if status, refusal := d.as[staff.Auditor].Call(t, "/api/deeds", office.DeedsIn{Ref: d.ref}, &all); status != http.StatusOK || all.Version != p.Version || len(all.Rows) != 1 ||
			all.Rows[0].By+" "+all.Rows[0].Text != priya.Person.Name+" refunds £15.00" || all.Rows[0].Due != first.At {
			t.Errorf("everybody sees %+v, %+v", all, refusal)
		}
		if status, _ := d.as[staff.Park].Call(t, "/api/deeds", office.DeedsIn{Ref: d.ref}, nil); status != http.StatusForbidden {
			t.Errorf("a park gets %d", status)
		}
		var out office.DoOut
		for range 2 {
			if status, refusal := megan.Call(t, "/api/undo", office.DeedIn{ID: first.ID}, &out); status != http.StatusOK || out.Outcome != "undone" {
				t.Fatal(out, refusal)
			}
		}
		// Another person changes the booking: the draft of before is refused, with who and when.
		details := office.Action{Kind: "details", Details: office.ActionDetails{Email: "new@example.org"}}
		if out, status, refusal := d.agrees(t, megan, details, d.plan(t, megan, details), uuid.NewString()); status != http.StatusOK || out.Outcome != "done" {
			t.Fatal(out, refusal)
		}
		if _, status, refusal := d.agrees(t, priya, refund(15_00), p, uuid.NewString()); status != http.StatusConflict || refusal.By != megan.Person.Name || refusal.At == "" {
			t.Errorf("an old draft: %d %+v", status, refusal)
		}
		p = d.plan(t, priya, refund(15_00))
		second, _, _ := d.agrees(t, priya, refund(15_00), p, uuid.NewString())
		if status, refusal := priya.Call(t, "/api/now", office.DeedIn{ID: second.ID}, &out); status != http.StatusOK || out.Outcome != "done" {
			t.Errorf("now: %+v, %+v", out, refusal)
		}
		if status, _ := priya.Call(t, "/api/undo", office.DeedIn{ID: second.ID}, nil); status != http.StatusUnprocessableEntity {
			t.Errorf("undo after it answers %d", status)
		}
		if status, _ := d.as[staff.Auditor].Call(t, "/api/now", office.DeedIn{ID: second.ID}, nil); status != http.StatusForbidden {
			t.Errorf("an auditor gets %d", status)
		}
		if status, _ := priya.Call(t, "/api/now", office.DeedIn{ID: uuid.NewString()}, nil); status != http.StatusNotFound {
			t.Errorf("an unknown one answers %d", status)
		}
	})
}

func TestStepUpAndSecondPerson(t *testing.T) {
	d := newDeskWorld(t, storetest.SQLite(t))
	clerk, finance, other := d.as[staff.Reservations], d.as[staff.Finance], officetest.SignIn(t, d.Store.Office(), d.url, staff.Finance)
	p := d.plan(t, clerk, refund(40_00))
	if _, status, refusal := d.agrees(t, clerk, refund(40_00), p, uuid.NewString()); status != http.StatusPreconditionRequired || refusal.Code != staff.StepFirst {
		t.Errorf("without a step-up: %d %+v", status, refusal)
	}
	asked := map[string]string{}
	for name, who := range map[string]*officetest.Client{"clerk": clerk, "finance": finance} {
		out, _, refusal := d.agrees(t, who, refund(60_00), d.plan(t, who, refund(60_00)), uuid.NewString())
		if asked[name] = out.ID; out.Outcome != "approval" {
			t.Fatal(out, refusal)
		}
	}
	var list office.ApprovalsOut
	other.Call(t, "/api/approvals", office.None{}, &list)
	if len(list.Rows) != 2 || len(list.Rows[0].Lines) == 0 || list.Rows[0].Button == "" || list.Rows[0].Mine {
		t.Errorf("approvals: %+v", list)
	}
	clerk.Call(t, "/api/approvals", office.None{}, &list)
	if len(list.Rows) != 1 || !list.Rows[0].Mine {
		t.Errorf("a clerk sees %+v", list)
	}
	for name, c := range map[string]struct {
		who    *officetest.Client
		id     string
		status int
	}{
		"one's own":  {finance, asked["finance"], http.StatusUnprocessableEntity},
		"as a clerk": {clerk, asked["finance"], http.StatusForbidden},
		"rates":      {d.as[staff.Rates], asked["finance"], http.StatusForbidden},
	} {
		if status, _ := c.who.Call(t, "/api/approve", office.DeedIn{ID: c.id}, nil); status != c.status {
			t.Errorf("%s answers %d", name, status)
		}
	}
	if status, refusal := other.Call(t, "/api/refuse", office.DeedIn{ID: asked["finance"]}, nil); status != http.StatusUnprocessableEntity || refusal.Field != "reason" {
		t.Errorf("refused without a reason: %d %+v", status, refusal)
	}
	var out office.DoOut
	other.Call(t, "/api/refuse", office.DeedIn{ID: asked["finance"], Reason: "the park pays"}, &out)
	if out.Outcome != "refused" || out.Note != "the park pays" {
		t.Errorf("refused: %+v", out)
	}
	other.Call(t, "/api/approve", office.DeedIn{ID: asked["clerk"]}, &out)
	d.Clock.Advance(2 * time.Minute)
	d.Tick()
	if o, err := d.Payments.Show(t.Context(), d.ref); err != nil || out.Outcome != "pending" || o.Booking.Goodwill != 60_00 {
		t.Errorf("agreed: %+v, goodwill %s, %v", out, o.Booking.Goodwill, err)
	}
}

// Somebody who shows again who they are does so for one plan.
func TestAStepUpAllowsNoOtherRefund(t *testing.T) {
	d := newDeskWorld(t, storetest.SQLite(t))
	clerk := d.as[staff.Reservations]
	p, another := d.plan(t, clerk, refund(40_00)), d.plan(t, clerk, refund(41_00))
	err := d.Store.Office().Update(t.Context(), func(tx staff.Tx) error { return tx.StepUp(staff.Digest(clerk.Token), p.Hash, time.Time{}) })
	if err != nil {
		t.Fatal(err)
	}
	if _, status, _ := d.agrees(t, clerk, refund(41_00), another, uuid.NewString()); status != http.StatusPreconditionRequired {
		t.Errorf("another plan answers %d", status)
	}
	if out, status, refusal := d.agrees(t, clerk, refund(40_00), p, uuid.NewString()); status != http.StatusOK || out.Outcome != "pending" {
		t.Errorf("%+v, %+v", out, refusal)
	}
}
