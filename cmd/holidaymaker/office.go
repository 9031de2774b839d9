package main

import (
	"context"
	"fmt"
	"os/user"
	"strings"

	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store"
)

// officeCommand invites people to the office, and lists them. The first manager is invited by
// it; others invite by the office itself.
func officeCommand(ctx context.Context, args []string) error {
	o := newOptions("office", "invite somebody to the office, or list who may sign in: office invite --role ROLE EMAIL, office list")
	db := o.databaseFlags()
	role := o.String("role", "", "invite: reservations, finance, rates, park, manager or auditor")
	parks := o.String("park", "", "invite: with --role park, the ids of the parks, separated by commas")
	name := o.String("name", "", "invite: the person's name, as others see it; empty: what is before the @")
	by := o.String("by", "", "invite: who does this; empty: the user of this machine")
	address := o.String("office-url", "", "invite: address of the office, as serve has it")
	action, email, err := o.action(args, "list", "office: say list, or invite and an e-mail address")
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) error {
		switch action {
		case "list":
			return listPeople(ctx, s.Office())
		case "invite":
			p := staff.Person{Email: email, Name: *name, Role: staff.Role(*role)}
			if p.Name == "" {
				p.Name, _, _ = strings.Cut(email, "@")
			}
			p.Parks = strings.FieldsFunc(*parks, func(r rune) bool { return r == ',' || r == ' ' })
			return invite(ctx, s.Office(), p, *by, strings.TrimRight(*address, "/"))
		}
		return fmt.Errorf("office: there is no %q, only invite and list", action)
	})
}

func invite(ctx context.Context, people staff.Store, p staff.Person, by, address string) error {
	if address == "" {
		return fmt.Errorf("office invite: say the address of the office with --office-url, such as https://office.example")
	}
	if by == "" {
		current, err := user.Current()
		if err != nil {
			return fmt.Errorf("find out who does this (say it with --by): %w", err)
		}
		by = current.Username
	}
	var token string
	err := people.Update(ctx, func(tx staff.Tx) (err error) {
		token, p, err = staff.Invite(tx, staff.Event{By: by}, p)
		return err
	})
	if err != nil {
		return fmt.Errorf("office invite: %w", err)
	}
	fmt.Printf("Send this link to %s. It can be used once, within 24 hours, and nobody else may have it:\n%s\n", p.Email, staff.InvitationLink(address, token))
	return nil
}

func listPeople(ctx context.Context, people staff.Store) error {
	var all []staff.Person
	err := people.View(ctx, func(tx staff.Tx) (err error) {
		all, err = tx.People()
		return err
	})
	if err != nil {
		return fmt.Errorf("list the people of the office: %w", err)
	}
	return printList("NAME\tE-MAIL\tROLE\tPARKS\tDISABLED", all, func(p staff.Person) string {
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", p.Name, p.Email, p.Role, strings.Join(p.Parks, ", "), moment(p.Disabled))
	})
}
