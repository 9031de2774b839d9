package simulator

import "testing"

// Two brands of a company do not show the same customers.
func TestBrandsHaveCustomersOfTheirOwn(t *testing.T) {
	texts, counts := map[string]string{}, map[int]string{}
	for _, merchant := range merchants {
		list, count := customersOf(merchant)
		if other := counts[count]; other != "" {
			t.Errorf("%s and %s have the same number of customers", merchant, other)
		}
		counts[count] = merchant
		for _, review := range list {
			if other := texts[review.text]; other != "" {
				t.Errorf("%s and %s both show %q", merchant, other, review.text)
			}
			texts[review.text] = merchant
		}
	}
}
