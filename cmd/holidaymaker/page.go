package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/operations/pagewatch"
	"holidaymaker/internal/server"
	"holidaymaker/internal/web"
)

// pageCommand lists the scripts of payment pages, or compares the live payment page with
// what was built.
func pageCommand(ctx context.Context, args []string) error {
	o := newOptions("page", "page scripts lists the scripts of payment pages, each with its hash and reason; page check reads the live payment page")
	config := o.serverFlags()
	words, err := o.parseAround(args)
	if err != nil {
		return err
	}
	c, err := config()
	if err != nil {
		return err
	}
	switch {
	case slices.Equal(words, []string{"scripts"}):
		scripts, err := web.Scripts()
		if err != nil {
			return err
		}
		for _, s := range scripts {
			name := s.File
			if name == "" {
				name = "in the document"
			}
			fmt.Printf("%s\tsha256-%s\t%s\n", name, s.SHA256, strings.Join(s.Why, "; "))
		}
		return nil
	case slices.Equal(words, []string{"check"}):
		return checkPage(ctx, c)
	}
	o.Usage()
	return errors.New("page: say scripts, or check with the servers' settings")
}

// checkPage prints how the live payment page differs from what was built.
func checkPage(ctx context.Context, c server.Config) error {
	if c.BaseURL == "" {
		return errors.New("page check: say with --base-url where visitors reach the site")
	}
	want, err := server.PaymentPage(c)
	if err != nil {
		return err
	}
	found, err := pagewatch.Differences(ctx, pagewatch.Client(), strings.TrimSuffix(c.BaseURL, "/"), want)
	for _, difference := range found {
		fmt.Println(difference)
	}
	if len(found) > 0 {
		err = errors.Join(fmt.Errorf("page check: the payment page is not the one that was built: %d differences", len(found)), err)
	}
	if err != nil {
		return err
	}
	fmt.Printf("The payment page is the one that was built, with %d scripts.\n", len(want.Files)+len(want.Inline))
	return nil
}
