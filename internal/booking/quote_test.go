package booking_test

import (
	"testing"

	"pgregory.net/rapid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// baskets generates anything that may be priced, including awkward pence.
var baskets = rapid.Custom(func(t *rapid.T) booking.Basket {
	pence := func(name string, most int64) money.Pence {
		return money.Pence(rapid.Int64Range(0, most).Draw(t, name))
	}
	b := booking.Basket{
		Price: pence("price", 300_000) + 1, Promo: rapid.Bool().Draw(t, "promo"), Today: 20_000,
		Arrival: 20_000 + date.Date(rapid.IntRange(1, 400).Draw(t, "days ahead")),
		Deposit: catalogue.Deposit{
			Kind:       rapid.SampledFrom([]catalogue.DepositKind{catalogue.NoDeposit, catalogue.FixedDeposit, catalogue.PercentDeposit}).Draw(t, "kind"),
			Compulsory: rapid.Bool().Draw(t, "compulsory"), Amount: pence("deposit", 50_000),
			Percent: rapid.Int64Range(0, 110).Draw(t, "percent"), BalanceDueDays: rapid.SampledFrom([]int{0, 14, 70}).Draw(t, "due days"),
		},
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "extras") {
		cost := pence("cost", 9_999)
		b.Extras = append(b.Extras, booking.ChosenExtra{Code: string(rune('A' + i)), Cost: cost,
			DepCost: min(cost, pence("depcost", 9_999)), Quantity: rapid.IntRange(1, 9).Draw(t, "quantity")})
	}
	b.Discount.Kind = rapid.SampledFrom([]booking.DiscountKind{booking.NoDiscount, booking.CodeDiscount, booking.VoucherDiscount}).Draw(t, "discount")
	if b.Discount.Kind != booking.NoDiscount {
		b.Discount.Code, b.Discount.Amount = "CODE", pence("discount amount", 400_000)
	}
	if b.Discount.Kind == booking.CodeDiscount {
		b.Discount.Percent = rapid.Int64Range(0, 60).Draw(t, "discount percent")
	}
	return b
})

func TestAmountsAreConsistent(t *testing.T) {
	property := func(title string, check func(t *rapid.T, b booking.Basket, q booking.Quote)) {
		t.Run(title, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				b := baskets.Draw(t, "basket")
				check(t, b, booking.QuoteFor(b))
			})
		})
	}
	equal := func(t *rapid.T, what string, got, want money.Pence) {
		if got != want {
			t.Fatalf("%s: got %v, want %v", what, got, want)
		}
	}
	property("[AMT-04] extras are quantity times cost, and times deposit cost", func(t *rapid.T, b booking.Basket, q booking.Quote) {
		var cost, dep money.Pence
		for _, e := range b.Extras {
			for range e.Quantity {
				cost, dep = cost+e.Cost, dep+e.DepCost
			}
		}
		equal(t, "extras", q.Extras, cost)
		equal(t, "deposit costs", q.ExtrasDeposit, dep)
	})
	property("[AMT-16] in full: accommodation minus discount plus extras, never below zero", func(t *rapid.T, _ booking.Basket, q booking.Quote) {
		equal(t, "total", q.Total, q.Accommodation-q.Discount+q.Extras)
		equal(t, "to pay in full", q.PayNowFull, q.Total)
		equal(t, "outstanding", q.OutstandingFull, 0)
		if q.Total < 0 || q.Discount < 0 {
			t.Fatalf("total %v, discount %v", q.Total, q.Discount)
		}
	})
	property("[AMT-17] [AMT-19] [AMT-21] by deposit: deposit plus deposit costs now, the rest later", func(t *rapid.T, _ booking.Basket, q booking.Quote) {
		if q.Deposit == nil {
			if q.PayNowDeposit != nil || q.OutstandingDeposit != nil || q.Compulsory {
				t.Fatal("amounts of a deposit that is not allowed")
			}
			return
		}
		off := money.Pence(0)
		if q.Compulsory && q.DiscountType == booking.VoucherDiscount {
			off = q.Discount
		}
		equal(t, "now", *q.PayNowDeposit, *q.Deposit+q.ExtrasDeposit-off)
		equal(t, "now and later", *q.PayNowDeposit+*q.OutstandingDeposit, q.Total)
		if *q.PayNowDeposit < 0 || *q.OutstandingDeposit <= 0 {
			t.Fatalf("now %v, later %v", *q.PayNowDeposit, *q.OutstandingDeposit)
		}
	})
	property("a promotion, a past due date and a deposit of everything leave no deposit", func(t *rapid.T, b booking.Basket, q booking.Quote) {
		if q.Deposit == nil {
			return
		}
		late := booking.DueDate(b.Deposit, b.Arrival) <= b.Today && !(b.Deposit.Compulsory && b.Deposit.BalanceDueDays == 0)
		if b.Promo || late || *q.Deposit <= 0 {
			t.Fatalf("a deposit of %v is allowed", *q.Deposit)
		}
	})
	property("[AMT-13] [AMT-14] [AMT-20] a voucher pays in full exactly when it equals its base and the extras: then nothing is paid now", func(t *rapid.T, b booking.Basket, q booking.Quote) {
		if b.Discount.Kind != booking.VoucherDiscount {
			if q.PaidWithFullVoucher {
				t.Fatal("without a voucher")
			}
			return
		}
		base := b.Price + q.Extras
		if q.Compulsory {
			base = *q.Deposit + q.ExtrasDeposit
		}
		if q.PaidWithFullVoucher != (b.Discount.Amount >= base) {
			t.Fatalf("voucher %v on %v: %v", b.Discount.Amount, base, q.PaidWithFullVoucher)
		}
		if _, now := q.PayNow(booking.PayDeposit); q.PaidWithFullVoucher && now != 0 {
			t.Fatalf("to pay today %v", now)
		}
	})
	property("rules override the option that the visitor chose", func(t *rapid.T, _ booking.Basket, q booking.Quote) {
		option, amount := q.PayNow(booking.PayFull)
		switch {
		case q.Compulsory && (option != booking.PayDeposit || amount != *q.PayNowDeposit):
			t.Fatal("a compulsory deposit was passed over")
		case !q.Compulsory && (option != booking.PayFull || amount != q.Total):
			t.Fatal("the choice was not kept")
		}
	})
	property("the hash identifies the amounts", func(t *rapid.T, b booking.Basket, q booking.Quote) {
		if booking.QuoteFor(b).Hash != q.Hash {
			t.Fatal("the same basket has two hashes")
		}
		b.Price++
		if booking.QuoteFor(b).Hash == q.Hash {
			t.Fatal("another price has the same hash")
		}
	})
}

func TestAmountsByExample(t *testing.T) {
	day := date.Of(2026, 7, 17)
	basket := func(change func(*booking.Basket)) booking.Quote {
		b := booking.Basket{Price: 500_00, Today: day - 200, Arrival: day,
			Extras:   []booking.ChosenExtra{{Cost: 12_50, DepCost: 2_50, Quantity: 3}},
			Discount: booking.Discount{Kind: booking.CodeDiscount, Code: "C", Amount: 25_00},
			Deposit:  catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}}
		change(&b)
		return booking.QuoteFor(b)
	}
	check := func(title string, got, want any) {
		t.Run(title, func(t *testing.T) {
			if got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
	check("[AMT-16] 500 − 25 + 37.50 = 512.50", basket(func(*booking.Basket) {}).PayNowFull, money.Pence(512_50))
	check("[AMT-17] a deposit of 49 with 3 × 2.50", *basket(func(*booking.Basket) {}).PayNowDeposit, money.Pence(56_50))
	check("[AMT-19] outstanding after the deposit", *basket(func(*booking.Basket) {}).OutstandingDeposit, money.Pence(456_00))
	check("due 70 days before arrival", basket(func(*booking.Basket) {}).DueDate, "08/05/2026")
	percent := func(b *booking.Basket) {
		b.Deposit = catalogue.Deposit{Kind: catalogue.PercentDeposit, Percent: 15}
		b.Price, b.Discount.Amount = 189_30, 0
	}
	check("[AMT-25] a percentage is rounded half up to the penny", *basket(percent).Deposit, money.Pence(28_40)) // 28.395
	check("a percentage is taken after the discount", *basket(func(b *booking.Basket) {
		percent(b)
		b.Price, b.Discount.Amount = 200_00, 100_00
	}).Deposit, money.Pence(15_00))
	check("[AMT-07] a code of value 0 is no discount", basket(func(b *booking.Basket) { b.Discount.Amount = 0 }).DiscountType, booking.NoDiscount)
	voucher := func(amount money.Pence, compulsory bool) booking.Quote {
		return basket(func(b *booking.Basket) {
			b.Discount = booking.Discount{Kind: booking.VoucherDiscount, Code: "V", Amount: amount}
			b.Deposit.Compulsory = compulsory
		})
	}
	check("[AMT-14] a voucher of exactly everything", voucher(537_50, false).PaidWithFullVoucher, true)
	check("[AMT-14] a penny less", voucher(537_49, false).PaidWithFullVoucher, false)
	check("[AMT-13] a compulsory deposit: deposit and deposit costs", voucher(56_50, true).PaidWithFullVoucher, true)
	check("a bigger voucher is clamped", voucher(1000_00, true).Discount, money.Pence(56_50))
	check("[AMT-15] nothing to pay today", *voucher(56_50, true).PayNowDeposit, money.Pence(0))
	check("the operator's balance stays", *voucher(56_50, true).OutstandingDeposit, money.Pence(481_00))
	check("an optional deposit stays beside a part voucher", *voucher(50_00, false).PayNowDeposit, money.Pence(56_50))
	check("a deposit is not allowed 70 days before", basket(func(b *booking.Basket) { b.Today = b.Arrival - 70 }).Deposit == nil, true)
	check("but 71 days before it is", basket(func(b *booking.Basket) { b.Today = b.Arrival - 71 }).Deposit == nil, false)
	soon := func(days date.Date, dueDays int) booking.Quote {
		return basket(func(b *booking.Basket) {
			b.Today, b.Deposit.Compulsory, b.Deposit.BalanceDueDays = b.Arrival-days, true, dueDays
		})
	}
	check("a compulsory deposit without a day of the operator's, 30 days before: the option", soon(30, 0).Compulsory, true)
	check("a compulsory deposit without a day of the operator's, 30 days before: to pay", *soon(30, 0).PayNowDeposit, money.Pence(56_50))
	check("a compulsory deposit without a day of the operator's has no due date", soon(30, 0).DueDate, "")
	check("a compulsory deposit without a day of the operator's, the day before arrival", soon(1, 0).Compulsory, true)
	check("a compulsory deposit without a day of the operator's, on the day of arrival", soon(0, 0).Deposit == nil, true)
	check("a compulsory deposit with a day, 30 days before", soon(30, 30).Deposit == nil, true)
	check("a compulsory deposit with a day, 31 days before", soon(31, 30).DueDate, "17/06/2026")
	for _, deposit := range []catalogue.Deposit{{Kind: catalogue.FixedDeposit}, {Kind: catalogue.PercentDeposit}, {Kind: catalogue.FixedDeposit, Amount: 475_00},
		{Kind: catalogue.FixedDeposit, Amount: 900_00}, {Kind: catalogue.PercentDeposit, Percent: 100}} {
		option, amount := basket(func(b *booking.Basket) { b.Deposit, b.Extras = deposit, nil }).PayNow(booking.PayDeposit)
		check("[PAYFAIL-52] a deposit of nothing or of everything is the full payment: the option", option, booking.PayFull)
		check("[PAYFAIL-52] a deposit of nothing or of everything is the full payment: the amount", amount, money.Pence(475_00))
	}
	shown, ok := booking.DepositOffered(catalogue.Deposit{Kind: catalogue.FixedDeposit, Amount: 49_00}, 189_00, day, day-100)
	check("[API-22] the deposit on a card comes from the same function", shown == 49_00 && ok, true)
}

func TestTheDepositOnACardIsTheQuotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := catalogue.Deposit{
			Kind:   rapid.SampledFrom([]catalogue.DepositKind{catalogue.NoDeposit, catalogue.FixedDeposit, catalogue.PercentDeposit}).Draw(t, "kind"),
			Amount: money.Pence(rapid.IntRange(0, 30000).Draw(t, "amount")), Percent: rapid.Int64Range(0, 100).Draw(t, "percent"),
			Compulsory: rapid.Bool().Draw(t, "compulsory"), BalanceDueDays: rapid.IntRange(0, 90).Draw(t, "due"),
		}
		price := money.Pence(rapid.IntRange(1, 60000).Draw(t, "price"))
		today := date.Of(2026, 11, 21)
		arrival := today + date.Date(rapid.IntRange(1, 200).Draw(t, "days"))
		deposit, ok := booking.DepositOffered(rule, price, arrival, today)
		quote := booking.QuoteFor(booking.Basket{Price: price, Deposit: rule, Arrival: arrival, Today: today})
		if ok != (quote.Deposit != nil) || ok && deposit != *quote.Deposit {
			t.Fatalf("the card shows %v, %v; the quote has %v", deposit, ok, quote.Deposit)
		}
	})
}
