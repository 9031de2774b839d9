package office

import (
	"context"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/operations/loop"
)

// SealLoop seals the record of what people did and read, each minute.
func (o *Office) SealLoop() loop.Loop {
	return loop.Loop{Name: "office_seal", Every: time.Minute, Deadline: 5 * time.Minute, Round: func(ctx context.Context) error {
		made, err := staff.SealEvents(ctx, o.config.Store)
		for _, seal := range made {
			// Whoever keeps the log can tell whether the seals of a database are those that were made.
			o.config.Log.InfoContext(ctx, "the record of the office is sealed", "seal", seal.Number, "events", seal.Events, "digest", seal.Digest)
		}
		return err
	}}
}

// AuditQuery says which events to list. What is "" selects all.
type AuditQuery struct {
	Person string `json:"person"` // id; who may see only their own gets these
	Ref    string `json:"ref"`    // of a booking
	Action string `json:"action"`
	Before string `json:"before"` // the id of the last row of the page before
}

// Audit is a page of what people did and read, newest first.
type Audit struct {
	Rows []AuditRow `json:"rows"`
	More bool       `json:"more"`
}

// AuditRow is something that a person did or read.
type AuditRow struct {
	ID     string     `json:"id"`
	At     string     `json:"at"` // RFC 3339
	Person string     `json:"person"`
	Who    string     `json:"who"`
	Role   staff.Role `json:"role"` // '' for commands and the system
	Action string     `json:"action"`
	Ref    string     `json:"ref"`
	Fields []string   `json:"fields"`
	Why    string     `json:"why"`
	Detail string     `json:"detail"`
}

// auditPage is how many rows a page has.
const auditPage = 100

func (o *Office) audit(ctx context.Context, p *staff.Person, in AuditQuery) (Audit, error) {
	if !p.Grant(staff.AuditAll).May() {
		in.Person = p.ID
	}
	out := Audit{Rows: []AuditRow{}}
	err := o.config.Store.View(ctx, func(tx staff.Tx) error {
		events, err := tx.Events(staff.EventFilter{Person: in.Person, Ref: in.Ref, Action: in.Action, Before: in.Before}, auditPage+1)
		out.More = len(events) > auditPage
		for _, e := range events[:min(len(events), auditPage)] {
			out.Rows = append(out.Rows, AuditRow{ID: e.ID, At: e.At.In(date.London).Format(time.RFC3339), Person: e.Person, Who: e.By, Role: e.Role, Action: e.Action,
				Ref: e.Ref, Fields: append([]string{}, e.Fields...), Why: e.Why, Detail: e.Done})
		}
		return err
	})
	return out, err
}
