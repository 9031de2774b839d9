/** What a visitor does in the gate. It is loaded with the gate. */
import { wordCount } from '../../rules/promotion'
import { FormErrors, messageOf, type FieldError } from '../../rules/form-errors'
import { WRONG_EMAIL, WRONG_NEWSPAPER, WRONG_WORDS, checkGate } from '../../rules/promotion-fields'
import { validateCodeWordsCall } from './calls'
import { ensurePromoDates, loadPromoDates, type GateThunk } from './gate'
import { codeWordsFlagged, newspaperChosen, newspaperFlagged, selectPromoType } from './state'

/** Chooses a newspaper, and asks for its dates. */
export function chooseNewspaper(code: string): GateThunk<void> {
  return (dispatch, getState) => {
    dispatch(newspaperChosen(code))
    if (selectPromoType(getState())) void dispatch(loadPromoDates())
  }
}

/**
 * 'Continue': checks all fields, then sends them. Resolves to whether the visitor has passed, and
 * to the errors to show. Without a usable answer there is nothing to show: the fields keep their
 * values, and 'Continue' can be pressed again.
 */
export function submitGate(
  email: string,
): GateThunk<Promise<{ passed: boolean; errors: FieldError[] }>> {
  return async (dispatch, getState) => {
    const { app, promotion: gate } = getState()
    if (!app.promotion) return { passed: false, errors: [] }
    const count = wordCount(app.promotion)
    const words = Array.from({ length: count }, (_, at) => gate.codeWords[at] ?? '')
    const errors = checkGate(app.promotion, { words, newspaper: gate.selectedNewspaper, email })
    dispatch(codeWordsFlagged(words.map((word) => !word.trim())))
    dispatch(newspaperFlagged(messageOf(errors, 'newspaper') !== undefined))
    if (errors.length > 0) return { passed: false, errors }
    const result = await dispatch(
      validateCodeWordsCall.run({
        words,
        newspaper: app.promotion.papercapture === 'Y' ? gate.selectedNewspaper : undefined,
        email: app.promotion.emailcapture === 'Y' ? email.trim() : undefined,
      }),
    )
    if (result.ok) {
      dispatch(ensurePromoDates())
      return { passed: true, errors: [] }
    }
    if (result.error.errors.length === 0) {
      console.warn('promotion: the code words could not be checked', result.error.status)
      return { passed: false, errors: [] }
    }
    const refused = refusals(result.error.errors)
    if (messageOf(refused, 'words')) dispatch(codeWordsFlagged(words.map(() => true)))
    dispatch(newspaperFlagged(messageOf(refused, 'newspaper') !== undefined))
    return { passed: false, errors: refused }
  }
}

/** The fields that the server refused: the code words, unless it names another field. */
function refusals(list: readonly { code?: string; message: string }[]): FieldError[] {
  const has = (code: string) => list.some((each) => each.code === code)
  const isLimited = has('RATE_LIMITED')
  const wordsRefused = has('PROMO_CODEWORDS') || !(has('PROMO_NEWSPAPER') || has('PROMO_EMAIL'))
  return new FormErrors()
    .when(isLimited, 'words', list[0]?.message ?? '')
    .when(wordsRefused, 'words', WRONG_WORDS)
    .when(has('PROMO_NEWSPAPER'), 'newspaper', WRONG_NEWSPAPER)
    .when(has('PROMO_EMAIL'), 'email', WRONG_EMAIL).list
}
