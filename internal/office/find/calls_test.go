package find_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"

	"holidaymaker/internal/office"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/officetest"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store/storetest"
)

func TestEachRoleFindsWhatItMaySee(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		d := newDesk(t, db)
		other := ashworth
		other.ref, other.park = "M3H8VR5TQX", "puffin"
		d.books(ashworth, other)
		server := officetest.Serve(t, office.Config{Store: d.store.Office(), Find: d.find})
		for _, c := range []struct {
			role   staff.Role
			text   string
			status int
			refs   string
			name   string
			total  int64
		}{
			{role: staff.Reservations, text: "ashworth", refs: "7K3QX9F2MA M3H8VR5TQX", name: "Ashworth, Helen Mrs", total: 913_00},
			{role: staff.Auditor, text: "£913", refs: "7K3QX9F2MA M3H8VR5TQX", name: "Ashworth, Helen Mrs", total: 913_00},
			{role: staff.Rates, text: "£913", refs: "7K3QX9F2MA M3H8VR5TQX", total: 913_00},
			{role: staff.Rates, text: "ashworth", status: http.StatusForbidden},
			{role: staff.Park, text: "ashworth", refs: "M3H8VR5TQX", name: "Ashworth, Helen Mrs"},
			{role: staff.Park, text: "£913", status: http.StatusForbidden},
			{role: staff.Park, text: "7K3QX9F2MA"},
		} {
			person := officetest.SignIn(t, d.store.Office(), server.URL, c.role, "puffin")
			var out find.SearchOut
			status, _ := person.Call(t, "/api/find", find.SearchIn{Text: c.text}, &out)
			if status != cmp.Or(c.status, http.StatusOK) {
				t.Errorf("%s finds %q: status %d", c.role, c.text, status)
			}
			var refs []string
			for _, row := range out.Rows {
				refs = append(refs, row.Ref)
				if row.Name != c.name || row.Total != c.total {
					t.Errorf("%s finds %q: %+v", c.role, c.text, row)
				}
			}
			if got := strings.Join(refs, " "); got != c.refs {
				t.Errorf("%s finds %q: %s", c.role, c.text, got)
			}
		}
		if status, _ := (&officetest.Client{URL: server.URL}).Call(t, "/api/find", find.SearchIn{Text: "ashworth"}, nil); status != http.StatusUnauthorized {
			t.Errorf("nobody finds: status %d", status)
		}
	})
}
