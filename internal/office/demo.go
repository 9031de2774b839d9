package office

import (
	"context"
	"net/http"

	"holidaymaker/internal/office/staff"
)

// demoPeople are those as whom anybody may sign in to the office of the demo.
var demoPeople = []staff.Person{
	{Name: "Priya S", Email: "priya@office.example", Role: staff.Reservations},
	{Name: "Tom B", Email: "tom@office.example", Role: staff.Reservations},
	{Name: "Farah K", Email: "farah@office.example", Role: staff.Finance},
	{Name: "Rhys D", Email: "rhys@office.example", Role: staff.Rates},
	{Name: "Beth W", Email: "beth@office.example", Role: staff.Park, Parks: []string{"CF101"}},
	{Name: "Megan O", Email: "megan@office.example", Role: staff.Manager},
	{Name: "Alan J", Email: "alan@office.example", Role: staff.Auditor},
}

// DemoPerson is somebody as whom anybody may sign in to the demo.
type DemoPerson struct {
	ID   string     `json:"id"`
	Name string     `json:"name"`
	Role staff.Role `json:"role"`
}

// demoDoor returns those as whom anybody may sign in: in the demo alone.
func (o *Office) demoDoor(ctx context.Context) ([]DemoPerson, error) {
	all := []DemoPerson{}
	if !o.config.Demo {
		return all, nil
	}
	err := o.config.Store.Update(ctx, func(tx staff.Tx) error {
		all = all[:0]
		for _, one := range demoPeople {
			p, err := staff.Join(tx, one)
			if err != nil {
				return err
			}
			all = append(all, DemoPerson{p.ID, p.Name, p.Role})
		}
		return nil
	})
	return all, err
}

// DemoSignIn chooses a person of the demo.
type DemoSignIn struct {
	ID string `json:"id"`
}

func (o *Office) demoSignIn(r *http.Request, in DemoSignIn) (p staff.Person, token string, err error) {
	people, err := o.demoDoor(r.Context())
	if err != nil {
		return p, "", err
	}
	for _, one := range people {
		if one.ID == in.ID {
			err = o.config.Store.Update(r.Context(), func(tx staff.Tx) error {
				if p, err = tx.Person(one.ID); err != nil {
					return err
				}
				token, err = staff.SignIn(tx, p, staff.Session{How: shownInDemo}, earlier(r))
				return err
			})
			return p, token, err
		}
	}
	return p, "", staff.Refuse(staff.Unknown, "Nobody signs in like this here.")
}

// shownInDemo is how the people of the demo show who they are: not at all.
const shownInDemo = "demo"
