package staff

import "testing"

func TestTheTableOfPermissions(t *testing.T) {
	for permission, row := range grants {
		if len(row) != len(Roles) {
			t.Errorf("%s has %d columns", permission, len(row))
		}
		for i, role := range Roles {
			if row[i] == OwnParks && role != Park {
				t.Errorf("%s: %s has no parks of its own", permission, role)
			}
			if row[i] == Ask && len(Allowed(permission)) == 0 {
				t.Errorf("%s: there is nobody whom %s can ask", permission, role)
			}
		}
	}
	for _, c := range []struct {
		role Role
		of   Permission
		want Grant
	}{
		{Reservations, RefundSmall, Yes}, {Reservations, RefundMiddle, StepUp}, {Reservations, RefundLarge, Ask}, {Finance, RefundLarge, Second},
		{Finance, RefundOtherWay, SecondStepUp}, {Rates, SeeNames, No}, {Park, Find, OwnParks}, {Park, SeeMoney, No}, {Manager, People, StepUp},
		{Auditor, RefundSmall, No}, {Auditor, AuditAll, Yes}, {"nobody", Find, No}, {Manager, "nothing", No},
	} {
		if got := GrantOf(c.role, c.of); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.role, c.of, got, c.want)
		}
	}
}
