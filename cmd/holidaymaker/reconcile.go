package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/demo/simulator"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
	"holidaymaker/internal/operations/keyring"
	"holidaymaker/internal/operations/livefile"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/payment/orderlog"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// reconcileCommand compares a settlement file, or the orders of which the provider was
// asked, with the database. Any difference is an error.
func reconcileCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("reconcile", "list the differences between a provider's settlement file and the ledger: reconcile FILE; or, after a restore, the payments that the database lacks: reconcile --provider")
	configure := o.serverFlags()
	provider := o.Bool("provider", false, "ask the providers about the orders of the order journal that the database lacks")
	var journals []string
	o.Func("orders", "with --provider: folder of a node's order journal, once for each node; empty: orders in the data directory", func(dir string) error {
		journals = append(journals, dir)
		return nil
	})
	pause := o.Duration("pause", 500*time.Millisecond, "with --provider: between two questions")
	report := o.Bool("report", false, "with --provider: write a job for each payment without a booking, which doctor and outbox list show, and have the servers ask about each that the database has from before it was sent")
	rest, err := o.parseAround(args)
	if err != nil {
		return err
	}
	if *provider != (len(rest) == 0) || len(rest) > 1 {
		o.Usage()
		return errors.New("reconcile: name one settlement file, or say --provider")
	}
	c, err := configure()
	if err != nil {
		return err
	}
	s, err := openExisting(ctx, cmp.Or(c.DB, c.Data), c.ClockOffset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if *provider {
		if len(journals) == 0 {
			journals = []string{orderlog.Folder(c.Data)}
		}
		return reconcileOrders(ctx, s, c, journals, *pause, *report)
	}
	return reconcileFile(ctx, s, rest[0])
}

func reconcileFile(ctx context.Context, s *store.Store, path string) error {
	file, err := livefile.OpenRegular(path)
	if err != nil {
		return fmt.Errorf("reconcile: %w", err)
	}
	defer file.Close()
	settled, err := ledger.ReadSettlement(file)
	if err != nil {
		return fmt.Errorf("reconcile %s: %w", path, err)
	}
	differ, err := export.Reconcile(ctx, s.Exports(), settled)
	if err != nil {
		return err
	}
	for _, d := range differ {
		fmt.Println(d)
	}
	if len(differ) > 0 {
		return fmt.Errorf("reconcile: %d differences in %d lines", len(differ), len(settled))
	}
	fmt.Printf("%d lines agree with the ledger\n", len(settled))
	return nil
}

// reconcileOrders lists the orders of the journals that the database lacks and that may
// have taken money, with what to do.
func reconcileOrders(ctx context.Context, s *store.Store, c server.Config, journals []string, pause time.Duration, report bool) error {
	entries, unreadable, err := orderlog.Read(journals)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%w: name the folder of each node's journal with --orders", err)
	}
	if err != nil {
		return fmt.Errorf("reconcile: %w", err)
	}
	payments, err := payingService(ctx, s, c)
	if err != nil {
		return fmt.Errorf("reconcile: %w", err)
	}
	lost, err := payments.LostOrders(ctx, entries)
	if err != nil {
		return fmt.Errorf("reconcile: %w", err)
	}
	fmt.Printf("%d orders are in the journal, and the database lacks %d of them.\n", len(entries), len(lost))
	if unreadable > 0 {
		fmt.Printf("%d lines of the journal cannot be read: a line is cut off when its node is.\n", unreadable)
	}
	var found sums
	for i, l := range lost {
		if i > 0 {
			loop.Pause(ctx, pause)
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("reconcile: %d of %d orders were asked about: %w", i, len(lost), err)
		}
		if err := found.ask(ctx, payments, l, report); err != nil {
			return err
		}
	}
	if found.count == 0 {
		fmt.Println("None of them has taken money.")
		return nil
	}
	return fmt.Errorf("reconcile: %d orders need you: £%s was taken, £%s is reserved", found.count, found.taken, found.reserved)
}

// sums are the orders that need a member of staff.
type sums struct {
	count           int
	taken, reserved money.Pence
}

// ask asks the provider about an order, and prints what is to be done.
func (s *sums) ask(ctx context.Context, payments *payment.Service, l payment.LostOrder, report bool) error {
	reply, err := payments.AskAbout(ctx, l.Entry)
	fate, says := payment.FateOf(reply.Event), string(reply.Event)
	if err != nil {
		fate, says = payment.FateOpen, err.Error()
	}
	amount := cmp.Or(reply.Amount, l.Amount)
	switch fate {
	case payment.FateNone:
		return nil
	case payment.FateTaken:
		s.taken += amount
	case payment.FateReserved:
		s.reserved += amount
	case payment.FateOpen:
	}
	s.count++
	fmt.Printf("\n%s  %s  booking %s  £%s  asked %s UTC\n  The provider says: %s\n  %s\n", l.Order, l.Method, l.Ref, amount, l.At.UTC().Format(time.DateTime), says, advice(l, fate, report))
	switch {
	case report && l.Known:
		return payments.AskAgain(ctx, l.Entry)
	case report && fate == payment.FateTaken:
		return payments.ReportStray(ctx, payment.Stray{Method: payment.Method(l.Method), Order: l.Order, ProviderRef: l.ProviderRef})
	}
	return nil
}

// advice says what a member of staff does about an order.
func advice(l payment.LostOrder, fate payment.Fate, report bool) string {
	switch {
	case l.Known && report:
		return "The database has the payment from before it was sent. The servers ask about it now, and return what was taken: holidaymaker booking show " + l.Ref
	case l.Known:
		return "The database has the payment from before it was sent. With --report the servers ask about it, and return what was taken."
	case fate == payment.FateReserved:
		return "Nothing was taken. Cancel it in the provider's portal; otherwise the bank lets it lapse after some days."
	case fate == payment.FateOpen:
		return "It is not known whether money was taken. Ask again later, or look into the provider's portal."
	}
	of := ""
	if payment.Method(l.Method) == payment.Wallet {
		of = " --method paypal --wallet-order " + l.ProviderRef
	}
	return "Enter the booking again (docs/backup.md), or return the money: holidaymaker payment refund-stray " + l.Order + of + " --why …"
}

// payingService returns the payments of a database with the providers of the settings.
func payingService(ctx context.Context, s *store.Store, c server.Config) (*payment.Service, error) {
	card, wallet, err := providerAccounts(ctx, s, c)
	if err != nil {
		return nil, err
	}
	p := payment.Config{Store: s.Payments(), Bookings: bookingsOf(s, keyring.Ring{}), Clock: s.Now}
	if card.XMLURL != "" {
		p.Card = worldpay.New(card)
	}
	if wallet.BaseURL != "" {
		p.Wallet = paypal.New(wallet)
	}
	return payment.New(p), nil
}

// providerAccounts returns the accounts with which a database's payments were taken: those of
// the settings, or those of the simulated provider, which must run.
func providerAccounts(ctx context.Context, s *store.Store, c server.Config) (card worldpay.Config, wallet paypal.Config, err error) {
	var recorded string
	err = s.View(ctx, func(tx *store.Tx) (err error) {
		recorded, err = tx.Provider()
		return err
	})
	if err != nil {
		return card, wallet, fmt.Errorf("read the card provider: %w", err)
	}
	if !strings.HasPrefix(recorded, store.ProviderSimulated) {
		return c.Card, c.Wallet, nil
	}
	address := c.SimulatorURL
	if address == "" { // the one inside a server
		port, err := os.ReadFile(filepath.Join(c.Data, "simulator", "port"))
		if err != nil {
			return card, wallet, fmt.Errorf("find the simulated card provider (or name it with --simulator): %w", err)
		}
		address = "http://localhost:" + strings.TrimSpace(string(port))
	}
	return simulator.Fetch(ctx, address)
}
