package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/server"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// writeFile writes a text to a temporary file and returns its name.
func writeFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestBookingsMadeElsewhereAreImported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	file := writeFile(t, `{"booking":"mt-48 2915","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","arrival":"2027-07-17","nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Shah","email":"priya@mail.example","postcode":"YO11 2AB"}}`+"\n")
	run := func(args ...string) error { return bookingCommand(t.Context(), append(args, "--data", dir)) }
	if err := run("import", file); err == nil {
		t.Error("bookings were imported into no database")
	}
	if err := migrate(t.Context(), []string{"--data", dir}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // importing it again must change nothing
		if err := run("import", file); err != nil {
			t.Fatal(err)
		}
	}
	if err := run("show", "MT482915"); err != nil {
		t.Errorf("the booking is not there: %v", err)
	}
	if err := run("import", writeFile(t, "{}\n")); err == nil {
		t.Error("a bad file was imported")
	}

	s, err := database{&dir, new(string), new(time.Duration)}.existing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	// A server of this database must find the booking by e-mail address.
	keys, err := server.DigestKeys(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	var emailKey string
	err = s.View(t.Context(), func(tx *store.Tx) error {
		return tx.QueryRow("SELECT email_key FROM booking WHERE shown = 'mt-48 2915'").Scan(&emailKey)
	})
	if err != nil || !strings.HasPrefix(emailKey, keys.Current()) {
		t.Errorf("e-mail key %q, %v", emailKey, err)
	}
	// A database with real bookings must be refused by --demo and --sandbox.
	for _, c := range []server.Config{{Demo: true}, {Sandbox: true}} {
		c.Addr, c.Data = "127.0.0.1:0", dir
		if _, err := server.New(t.Context(), c); err == nil || !strings.Contains(err.Error(), "real bookings") {
			t.Errorf("demo %v: %v", c.Demo, err)
		}
	}
}

// A booking that was moved where it was made is not changed here, and the others of its
// file are imported.
func TestOneMovedBookingDoesNotStopTheImport(t *testing.T) {
	dir := aDatabase(t) // with MT482915 from 17 July
	row := func(reference, arrival string) string {
		return `{"booking":"` + reference + `","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","arrival":"` + arrival +
			`","nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Shah","email":"priya@mail.example","postcode":"YO11 2AB"}}` + "\n"
	}
	file := writeFile(t, row("MT482915", "2027-07-24")+row("MT482916", "2027-07-17"))
	for range 2 {
		err := bookingCommand(t.Context(), []string{"import", file, "--data", dir})
		if err == nil || !strings.Contains(err.Error(), "1 of 2 rows") || !strings.Contains(err.Error(), "booking show") {
			t.Errorf("the moved one: %v", err)
		}
		opened(t, dir, func(s *store.Store) {
			for reference, want := range map[string]string{"MT482915": "2027-07-17", "MT482916": "2027-07-17"} {
				err := s.Bookings().View(t.Context(), func(tx booking.Tx) error {
					b, err := tx.Booking(reference)
					if err == nil && b.Stay.Arrival.ISO() != want {
						t.Errorf("%s is from %s, want %s", reference, b.Stay.Arrival.ISO(), want)
					}
					return err
				})
				if err != nil {
					t.Errorf("%s: %v", reference, err)
				}
			}
		})
	}
}

func TestDoctorEndsWithAttention(t *testing.T) {
	dir := t.TempDir()
	if err := doctorCommand(t.Context(), []string{"--data", filepath.Join(dir, "none")}); err != errAttention { //nolint:errorlint // it is returned as it is
		t.Errorf("no database: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Error("doctor created something")
	}
	var out bytes.Buffer
	o := newOptions("doctor", "")
	o.SetOutput(&out)
	configure := o.serverFlags()
	if err := o.parse(nil); err != nil {
		t.Fatal(err)
	}
	config, err := configure()
	if err != nil {
		t.Fatal(err)
	}
	for provider, want := range map[string]bool{"": true, store.ProviderLive: true, "simulated x": false} {
		problems := strings.Join(settingsProblems(config, provider), "\n")
		if strings.Contains(problems, "HOLIDAYMAKER_CARD_URL") != want || strings.Contains(problems, "HOLIDAYMAKER_SMTP_HOST") != want {
			t.Errorf("provider %q: %s", provider, problems)
		}
	}
}

func TestWhatWasImportedIsExported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	if err := migrate(t.Context(), []string{"--data", dir}); err != nil {
		t.Fatal(err)
	}
	file := writeFile(t, `{"booking":"MT482915","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","arrival":"2027-07-17","nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Shah","email":"priya@mail.example","postcode":"YO11 2AB"}}`+"\n")
	if err := bookingCommand(t.Context(), []string{"import", file, "--data", dir}); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"bookings", "payments", "ledger"} {
		if err := exportCommand(t.Context(), []string{what, "--data", dir}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := exportCommand(t.Context(), []string{"people", "--data", dir}); err == nil {
		t.Error("something else was exported")
	}
	settled := writeFile(t, "order,event,amount,currency,date\n")
	if err := reconcileCommand(t.Context(), []string{settled, "--data", dir}); err != nil {
		t.Errorf("an empty settlement file: %v", err)
	}
	settled = writeFile(t, "order,event,amount,currency,date\nX,CAPTURED,1.00,GBP,2027-07-01\n")
	if err := reconcileCommand(t.Context(), []string{settled, "--data", dir}); err == nil || !strings.Contains(err.Error(), "1 differences") {
		t.Errorf("a payment that is not ours: %v", err)
	}
}

// Staff see what was bought beside the stay, but not the code of a voucher.
func TestShowSaysWhatWasBought(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := w.Paid(v, w.BookedMuch(v, map[string]int{"LIN": 3, "LCO": 1}, "GIFT50"), booking.PayFull)
	found, err := w.Payments.Show(t.Context(), view.Ref)
	if err != nil {
		t.Fatal(err)
	}
	text, err := printed(t, func() error { return printBooking(found) })
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(" {2,}").ReplaceAllString(text, ": ")
	for _, want := range []string{
		"Operator: Skerry Parks", "Check in: from 4pm", "Check out: by midday", "Party: 2 + 2 dogs", "Accommodation Price: £189.00", "Bed linen × 3: £37.50",
		"Late check-out × 1: £35.00", "Voucher (" + ledger.VoucherDigest("GIFT50") + "): -£50.00", "Total: £211.50",
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}

// Staff see who receives the balance, and before which day.
func TestShowSaysToWhomTheBalanceIsPaid(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	found := func(ref string) payment.Overview {
		t.Helper()
		found, err := w.Payments.Show(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	abroad := found(w.Paid(v, w.Booked(v, "euro"), booking.PayDeposit).Ref)
	lost := abroad
	lost.Booking.AmountPaid -= 40_00
	named := abroad
	named.Booking.BalanceDue = "16/07/2026"
	for want, shown := range map[string]payment.Overview{
		"£140.00 to be paid to us before 08/05/2026":                                              found(w.Paid(v, w.Booked(v, "caravan"), booking.PayDeposit).Ref),
		"£141.75 payable direct to the park operator":                                             abroad,
		"£141.75 payable direct to the park operator before 16/07/2026":                           named,
		"£141.75 payable direct to the park operator, and £40.00 of the deposit to be paid to us": lost,
		"": found(w.Booked(v, "boat").Ref),
	} {
		var balance string
		text, err := printed(t, func() error { return printBooking(shown) })
		if (err != nil) != (shown.Booking.AmountPaid != found(shown.Booking.Ref).Booking.AmountPaid) {
			t.Errorf("%q: %v", want, err) // the audit finds the payment that was changed here
		}
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(line, "Balance"); ok {
				balance = strings.TrimSpace(rest)
			}
		}
		if balance != want {
			t.Errorf("balance %q, want %q", balance, want)
		}
	}
}

func TestEveryCommandRefusesAnotherBrandsDatabase(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, machine)
	if err != nil {
		t.Fatal(err)
	}
	recordAnotherBrand(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "catalogue.csv")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"migrate": migrate(t.Context(), []string{"--data", dir}),
		"booking": bookingCommand(t.Context(), []string{"show", "--data", dir, "REF"}),
		"outbox":  outboxCommand(t.Context(), []string{"list", "--data", dir}),
		"export":  exportCommand(t.Context(), []string{"ledger", "--data", dir}),
		"import":  importCommand(t.Context(), []string{"--data", dir, "catalogue", file}),
	} {
		if !errors.Is(err, store.ErrOtherBrand) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
