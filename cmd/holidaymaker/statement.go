package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/store"
)

const statementUsage = "statement: say draft, issue, list or due, show and a number, or remit and an operator"

// statementOptions are the flags of the command.
type statementOptions struct {
	file, until, operator, format, amount, day, reference *string
	staff                                                 staffFlags
}

// statementCommand settles with park operators.
func statementCommand(ctx context.Context, args []string) error {
	o := newOptions("statement", "settle with park operators: statement draft|issue|list|due, statement show NUMBER, statement remit OPERATOR")
	db := o.databaseFlags()
	f := statementOptions{
		file: o.accountsFlag(), staff: o.staffFlags(),
		until:     o.String("until", "", "draft, issue: the last day of the period, such as 2027-01-31; empty: yesterday"),
		operator:  o.String("operator", "", "draft, issue, list: only this operator"),
		format:    o.String("format", "csv", "show: csv or pdf, to standard output"),
		amount:    o.String("amount", "", "remit: how many pounds; negative where the operator gave them back"),
		day:       o.String("day", "", "remit: the day of the bank, such as 2027-02-05"),
		reference: o.String("reference", "", "remit: the bank's reference"),
	}
	words, err := o.parseAround(args)
	if err != nil {
		return err
	}
	action := strings.Join(words[:min(len(words), 1)], "")
	alone := map[string]func(context.Context, *store.Store, statementOptions) error{"draft": draftStatements, "issue": issueStatements, "list": listStatements, "due": listDue}
	subject := map[string]func(context.Context, *store.Store, statementOptions, string) error{"show": showStatement, "remit": remit}
	if !(len(words) == 1 && alone[action] != nil || len(words) == 2 && subject[action] != nil) {
		o.Usage()
		return errors.New(statementUsage)
	}
	return db.with(ctx, func(s *store.Store) error {
		if len(words) == 1 {
			return alone[action](ctx, s, f)
		}
		return subject[action](ctx, s, f, words[1])
	})
}

// accountsFlag adds the flag of the accounts file.
func (o *options) accountsFlag() *string {
	return o.String("accounts", "", "the accounts file: our company, the operators' commission, the accounts of the books (docs/accounts.md)")
}

// readAccounts reads the accounts file.
func readAccounts(path string) (accounts.Settings, error) {
	if path == "" {
		return accounts.Settings{}, errors.New("say with --accounts where the accounts file is")
	}
	file, err := os.Open(path)
	if err != nil {
		return accounts.Settings{}, fmt.Errorf("open the accounts file: %w", err)
	}
	defer file.Close()
	return accounts.Read(file)
}

// drafts works out the next statements, and complains about bookings that are left out.
func (f statementOptions) drafts(ctx context.Context, s *store.Store) (accounts.Drafts, error) {
	settings, err := readAccounts(*f.file)
	if err != nil {
		return accounts.Drafts{}, err
	}
	last := date.In(s.Now()) - 1
	if *f.until != "" {
		if last, err = date.ParseISO(*f.until); err != nil {
			return accounts.Drafts{}, errors.New("statement: say --until as a day, such as 2027-01-31")
		}
	}
	d, err := accounts.Draft(ctx, s.Statements(), settings, *f.operator, last, s.Now())
	for _, left := range d.LeftOut {
		fmt.Fprintln(os.Stderr, "left out:", left)
	}
	return d, err
}

func draftStatements(ctx context.Context, s *store.Store, f statementOptions) error {
	d, err := f.drafts(ctx, s)
	if err != nil {
		return err
	}
	return errors.Join(printStatements(d.Statements), leftOut(d.LeftOut))
}

// leftOut is the error of bookings that are in no statement, so that scripts notice.
func leftOut(all []error) error {
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("%d bookings are left out", len(all))
}

func issueStatements(ctx context.Context, s *store.Store, f statementOptions) error {
	d, err := f.drafts(ctx, s)
	if err != nil {
		return err
	}
	if len(d.Statements) == 0 {
		fmt.Println("There is nothing to state.")
		return leftOut(d.LeftOut)
	}
	err = f.staff.act(func(by payment.StaffMember) error {
		var steps []string
		for _, st := range d.Statements {
			steps = append(steps, fmt.Sprintf("issue to %s, until %s: %d lines, due £%s, closing balance £%s", st.OperatorID, st.Last.ISO(), len(st.Lines), st.Total.Due, st.Closing()))
		}
		if err := by.Agreed(steps...); err != nil {
			return err
		}
		return s.Statements().Issue(ctx, d.Statements, by.By, by.Why)
	})
	if err != nil {
		return fmt.Errorf("issue statements: %w", err)
	}
	return errors.Join(listStatements(ctx, s, f), leftOut(d.LeftOut))
}

func listStatements(ctx context.Context, s *store.Store, f statementOptions) error {
	all, err := s.Statements().Statements(ctx, *f.operator)
	if err != nil {
		return err
	}
	slices.Reverse(all) // the newest first: a list has an end
	return printStatements(all)
}

func printStatements(all []accounts.Statement) error {
	return printList("NUMBER\tOPERATOR\tUNTIL\tGROSS\tCOMMISSION\tVAT\tDUE\tREMITTED\tCLOSING\tISSUED", all, func(st accounts.Statement) string {
		number, issued := "draft", ""
		if st.Number > 0 {
			number, issued = strconv.FormatInt(st.Number, 10), date.In(st.IssuedAt).ISO()
		}
		return strings.Join([]string{number, st.OperatorID, st.Last.ISO(), "£" + st.Total.Gross.String(), "£" + st.Total.Commission.String(), "£" + st.Total.VAT.String(),
			"£" + st.Total.Due.String(), "£" + st.Remitted.String(), "£" + st.Closing().String(), issued}, "\t")
	})
}

// listDue prints what has to be remitted, by the last statement of each operator.
func listDue(ctx context.Context, s *store.Store, _ statementOptions) error {
	due, err := accounts.ToRemit(ctx, s.Statements())
	if err != nil {
		return err
	}
	return printList("OPERATOR\tNAME\tSTATEMENT\tTO REMIT", due, func(d accounts.DueTo) string {
		return fmt.Sprintf("%s\t%s\t%d\t£%s", d.Last.OperatorID, d.Last.To.Name, d.Last.Number, d.Amount)
	})
}

func showStatement(ctx context.Context, s *store.Store, f statementOptions, word string) error {
	number, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return fmt.Errorf("statement show: %q is no number", word)
	}
	one, err := s.Statements().Statement(ctx, number)
	switch {
	case errors.Is(err, accounts.ErrNone):
		return fmt.Errorf("there is no statement %d", number)
	case err != nil:
		return err
	case *f.format == "pdf":
		return one.WritePDF(os.Stdout)
	case *f.format == "csv":
		return one.WriteCSV(os.Stdout)
	}
	return fmt.Errorf("statement show: there is no format %q, only csv and pdf", *f.format)
}

func remit(ctx context.Context, s *store.Store, f statementOptions, operator string) error {
	text, back := strings.CutPrefix(*f.amount, "-")
	amount, err := money.Parse(text)
	if err != nil || amount == 0 {
		return errors.New("statement remit: say --amount in pounds, such as 501.84")
	}
	if back {
		amount = -amount
	}
	day, err := date.ParseISO(*f.day)
	if err != nil || day > date.In(s.Now()) {
		return errors.New("statement remit: say --day, the day of the bank, such as 2027-02-05, and not in the future")
	}
	if strings.TrimSpace(*f.reference) == "" {
		return errors.New("statement remit: say --reference, as the bank has it")
	}
	issued, err := s.Statements().Statements(ctx, operator)
	if err != nil {
		return err
	}
	if len(issued) == 0 {
		return fmt.Errorf("statement remit: operator %q has no statement", operator)
	}
	return f.staff.act(func(by payment.StaffMember) error {
		if err := by.Agreed(fmt.Sprintf("record that £%s went to %s on %s, reference %s", amount, operator, day.ISO(), *f.reference)); err != nil {
			return err
		}
		return s.Statements().Remit(ctx, accounts.Remittance{OperatorID: operator, Amount: amount, Day: day, Reference: strings.TrimSpace(*f.reference), By: by.By}, by.Why)
	})
}
