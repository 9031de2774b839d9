package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
	"holidaymaker/internal/web/httpx"
)

// secretCommand lists the secrets from which servers derive their keys, by their ids, and
// changes those that are in the database.
func secretCommand(ctx context.Context, args []string) error {
	o := newOptions("secret", "list or change the secrets with which servers sign: secret list, secret add, secret use|remove ID")
	db := o.databaseFlags()
	staff := o.staffFlags()
	configured := o.secretString("secret", "the servers' HOLIDAYMAKER_SECRET; empty: they use those in the database")
	earlier := o.secretString("earlier-secrets", "the servers' HOLIDAYMAKER_EARLIER_SECRETS")
	words, err := o.parseAround(args)
	if err != nil {
		return err
	}
	return db.with(ctx, func(s *store.Store) error {
		switch {
		case slices.Equal(words, []string{"list"}):
			return listSecrets(ctx, s, *configured, strings.Fields(*earlier))
		case slices.Equal(words, []string{"add"}), len(words) == 2 && (words[0] == "use" || words[0] == "remove"):
			return staff.act(func(by payment.StaffMember) error { return changeSecrets(ctx, s, words, *configured != "", by) })
		}
		o.Usage()
		return errors.New("secret: say list, add, or use or remove and the id of a secret")
	})
}

// listSecrets prints which secrets there are, what they are used for, and how many bookings
// have a digest by each.
func listSecrets(ctx context.Context, s *store.Store, configured string, earlier []string) error {
	stored, err := s.Secrets(ctx, "") // none is made: the servers may have theirs in their settings
	if err != nil {
		return err
	}
	secrets, err := server.Order(configured, earlier, stored)
	if err != nil {
		return err
	}
	bookings, err := s.DigestKeys(ctx)
	if err != nil {
		return err
	}
	var rows []string
	for n, secret := range secrets {
		id, use, where := keyring.ID(secret), "accepted", "settings"
		if n == 0 {
			use = "signs"
		}
		if slices.Contains(stored, secret) {
			where = "database"
		}
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%d", id, use, where, bookings[id]))
		delete(bookings, id)
	}
	for _, id := range slices.Sorted(maps.Keys(bookings)) {
		rows = append(rows, fmt.Sprintf("%s\tnot accepted\tunknown\t%d", id, bookings[id]))
	}
	return printList("SECRET\tUSE\tWHERE\tBOOKINGS", rows, func(row string) string { return row })
}

// changeSecrets adds a secret that nodes accept after their next start, has them sign with
// one of those, or removes one.
func changeSecrets(ctx context.Context, s *store.Store, words []string, elsewhere bool, by payment.StaffMember) error {
	change, step := addSecret, "servers accept a new secret as well after their next start"
	id := ""
	if words[0] != "add" {
		id = words[1]
	}
	switch words[0] {
	case "use":
		step = "servers sign with the secret " + id + " after their next start"
		change = func(secrets []string) ([]string, error) { return useSecret(secrets, id) }
	case "remove":
		step = "servers do not accept the secret " + id + " any more after their next start"
		change = func(secrets []string) ([]string, error) { return removeSecret(secrets, id, elsewhere) }
	}
	if err := by.Agreed(step); err != nil {
		return err
	}
	err := s.ChangeSecrets(ctx, payment.Action{By: by.By, Why: by.Why, Command: "secret " + words[0], Done: step}, change)
	if err == nil {
		fmt.Println("Now restart every server, one after the other.")
	}
	return err
}

func addSecret(secrets []string) ([]string, error) {
	if len(secrets) >= keyring.Most {
		return nil, fmt.Errorf("there are %d secrets already: remove one that is not used", len(secrets))
	}
	return append(secrets, httpx.RandomText(32)), nil
}

func useSecret(secrets []string, id string) ([]string, error) {
	at, err := secretAt(secrets, id)
	if err != nil {
		return nil, err
	}
	return slices.Insert(slices.Delete(slices.Clone(secrets), at, at+1), 0, secrets[at]), nil
}

// removeSecret removes a secret. Servers whose secret is not configured elsewhere keep the
// first: without it they would make one, and accept nothing that they have signed before.
func removeSecret(secrets []string, id string, elsewhere bool) ([]string, error) {
	at, err := secretAt(secrets, id)
	if err != nil {
		return nil, err
	}
	if at == 0 && !elsewhere {
		return nil, fmt.Errorf("servers sign with the secret %s: use another one first", id)
	}
	return slices.Delete(slices.Clone(secrets), at, at+1), nil
}

func secretAt(secrets []string, id string) (int, error) {
	at := slices.IndexFunc(secrets, func(s string) bool { return keyring.ID(s) == id })
	if at < 0 {
		return 0, fmt.Errorf("the database has no secret %s: see secret list", id)
	}
	return at, nil
}
