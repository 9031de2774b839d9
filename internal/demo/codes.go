package demo

import (
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// codes lists the discount codes and vouchers. docs/demo.md explains what each
// one is for.
var codes = []catalogue.Code{
	{Code: "SAVE10", Kind: catalogue.DiscountCode, Percent: 10},
	{Code: "TENOFF", Kind: catalogue.DiscountCode, Amount: money.Pounds(10)},
	{Code: "SEASIDE25", Kind: catalogue.DiscountCode, Amount: money.Pounds(25), Channels: []string{"ukcaravan"}, MinPrice: money.Pounds(250)},
	{Code: "COASTFOLD5", Kind: catalogue.DiscountCode, Percent: 5, Operators: []string{"COA"}},
	{Code: "ALLOFIT", Kind: catalogue.DiscountCode, Amount: money.Pounds(9999)},
	{Code: "SPRING24", Kind: catalogue.DiscountCode, Percent: 20, Until: "2024-05-31"},
	{Code: "LATER", Kind: catalogue.DiscountCode, Percent: 20, From: "2099-01-01"},
	{Code: "GIFT100", Kind: catalogue.VoucherCode, Amount: money.Pounds(100)},
	{Code: "GIFT65", Kind: catalogue.VoucherCode, Amount: money.Pounds(65)},
	{Code: "GIFT99-99", Kind: catalogue.VoucherCode, Amount: 9999},
	{Code: "GIFT5000", Kind: catalogue.VoucherCode, Amount: money.Pounds(5000)},
	{Code: "GIFTOLD", Kind: catalogue.VoucherCode, Amount: money.Pounds(50), Until: "2025-12-31"},
}
