package catalogue_test

import (
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
)

func TestTermsThatAreWrongAreRefused(t *testing.T) {
	steps := func(pairs ...int) (all []catalogue.CancellationStep) {
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, catalogue.CancellationStep{Days: pairs[i], Percent: int64(pairs[i+1])})
		}
		return all
	}
	for want, terms := range map[string]catalogue.Cancellation{
		"":                                      {Steps: steps(42, 100, 14, 50), Fee: 25_00, KeepDeposit: true},
		"cancellation.steps: are missing":       {Fee: 25_00},
		"cancellation.steps[0].days":            {Steps: steps(0, 100)},
		"cancellation.steps[0].percent":         {Steps: steps(42, 101)},
		"must be fewer than in the step before": {Steps: steps(14, 50, 42, 20)},
		"must be less than in the step before":  {Steps: steps(42, 50, 14, 50)},
		"expected at most 10":                   {Steps: steps(20, 20, 19, 19, 18, 18, 17, 17, 16, 16, 15, 15, 14, 14, 13, 13, 12, 12, 11, 11, 10, 10)},
		"cancellation.fee":                      {Steps: steps(42, 100), Fee: -1},
	} {
		err := catalogue.Operator{ID: "HAV", Name: "Havens", Cancellation: terms}.Validate()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", terms, err, want)
		}
	}
}

func TestTermsOfChangesThatAreWrongAreRefused(t *testing.T) {
	for want, terms := range map[string]catalogue.Changes{
		"":                {Days: 28, Fee: 15_00, Cheaper: catalogue.CheaperMoney},
		"changes.days":    {Fee: 15_00},
		"changes.fee":     {Days: 28, Fee: -1},
		"changes.cheaper": {Days: 28, Cheaper: "voucher"},
	} {
		err := catalogue.Park{ID: "HV1", Name: "Havens", RegionID: "12", OperatorID: "HAV", Country: "GB", Changes: terms}.Validate()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", terms, err, want)
		}
	}
}
