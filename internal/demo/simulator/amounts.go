package simulator

// A payment of £13 and some pence behaves as a name makes others behave: £13.01 as the
// first of a list, and so on. The amount can be chosen where a balance is paid. docs/demo.md
// lists the amounts; add a new name at the end, so that the others keep theirs.
const firstAmount = 13_01

var cardAmounts = []string{"REFUSED", "ERROR", "3DS_V2_CHALLENGE_IDENTIFIED", "3DS_V2_CHALLENGE_UNKNOWN_IDENTITY",
	faultBefore, faultAfter, faultAppearsLate, faultHTTP500, faultHTTP401, faultBadXML, faultSlow, faultWrongAmount, faultCurrency,
	faultSecondAsk, faultRiskCancel, faultLateInquiry, faultLateModify, faultLateAll, faultModify500, faultModifyHang, faultModifyHalf,
	faultCancelLate, faultRefundFailed, faultRefundBack, faultNotifyBefore, faultNotifyTwice, faultNotifyLate, faultNotifyLost}

var walletAmounts = []string{walletDeclined, walletDeclinesAll, walletRefused, walletPending, walletDenied, walletDropBefore, walletDropAfter,
	walletHTTP500, walletHalf, walletSlow, walletToken, walletAmount, walletCurrency, walletReversed, walletRefundLater, walletRefundFails,
	walletRefundHang, walletHookFirst, walletHookTwice, walletHookLost}

// byAmount is the name that an amount stands for, or "".
func byAmount(names []string, pence int64) string {
	if i := pence - firstAmount; i >= 0 && i < int64(len(names)) {
		return names[i]
	}
	return ""
}
