package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

// errAttention makes the doctor command exit with status 1 after its report.
var errAttention = errors.New("doctor: something needs attention")

// doctorCommand reports problems of the settings, the database and a running
// node. It has the flags of serve, so that it reads the same settings.
func doctorCommand(ctx context.Context, args []string) error {
	o := newOptions("doctor", "report problems of the settings, the database and, with --admin, a running node")
	configure := o.serverFlags()
	admin := o.String("admin", "", "the --metrics-addr of a running node; empty: no node is asked")
	asJSON := o.Bool("json", false, "print JSON")
	if err := o.parse(args); err != nil {
		return err
	}
	config, err := configure()
	if err != nil {
		return err
	}
	clock := shifted(config.ClockOffset)
	report := doctor.Examine(ctx, doctor.Options{
		Settings: func(provider string) []string { return settingsProblems(config, provider) },
		Open: func(ctx context.Context) (*store.Store, error) {
			return openExisting(ctx, cmp.Or(config.DB, config.Data), config.ClockOffset)
		},
		Data: config.Data, Backups: config.BackupFolder(), Services: servicesOf(config),
		Wallet: config.Wallet.BaseURL != "", Admin: *admin, Now: clock, ClockOffset: config.ClockOffset, FinancialYear: config.FinancialYear,
	})
	if *asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(report)
	} else {
		err = report.Write(os.Stdout)
	}
	if err == nil && !report.Healthy {
		err = errAttention
	}
	return err
}

// servicesOf returns the services of others that the settings name. doctor asks each
// provider for an order that does not exist.
func servicesOf(c server.Config) doctor.Services {
	services := doctor.Services{Addresses: map[string]string{}, SMTP: c.SMTP, Inquiries: map[string]func(context.Context) error{}}
	const unknownOrder = "DOCTOR-0"
	if c.Card.XMLURL != "" {
		services.Addresses["card connection"] = c.Card.XMLURL
		services.Inquiries["card account"] = func(ctx context.Context) error {
			_, err := worldpay.New(c.Card).Inquire(ctx, payment.Handle{OrderCode: unknownOrder})
			return err
		}
	}
	if c.Wallet.BaseURL != "" {
		services.Addresses["wallet connection"] = c.Wallet.BaseURL
		services.Inquiries["wallet account"] = func(ctx context.Context) error {
			_, err := paypal.New(c.Wallet).Inquire(ctx, payment.Handle{OrderCode: unknownOrder, ProviderRef: unknownOrder})
			return err
		}
	}
	return services
}

// settingsProblems lists the problems of serve's settings. A database with
// simulated payments can only be served with --demo or --sandbox, so then the
// settings are checked as if --sandbox were given.
func settingsProblems(c server.Config, provider string) (problems []string) {
	if strings.HasPrefix(provider, store.ProviderSimulated) && !c.Demo && !c.Sandbox {
		c.Sandbox = true
	}
	var wrong *server.SettingsError
	switch err := c.Check(); {
	case errors.As(err, &wrong):
		problems = append(problems, wrong.Problems...)
		if len(wrong.Missing) > 0 {
			problems = append(problems, fmt.Sprintf("The card provider's account is incomplete: set %s.", strings.Join(wrong.Missing, ", ")))
		}
	case err != nil:
		problems = append(problems, err.Error())
	}
	return append(problems, c.Warnings("")...)
}
