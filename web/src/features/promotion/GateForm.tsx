import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import { useSelector, useStore } from 'react-redux'
import { useAppDispatch, type Promotion } from '../../api'
import { brand } from '../../brands'
import { wordCount } from '../../rules/promotion'
import { checkGate } from '../../rules/promotion-fields'
import { AppLink, Button, Field, FieldError, TextField, TextInput, useForm } from '../../ui'
import { loadPromoDates } from './gate'
import { chooseNewspaper, submitGate } from './submit-gate'
import { NewspaperField } from './NewspaperField'
import {
  codeWordEdited,
  selectGate,
  selectHasPassed,
  selectPromotion,
  type PromotionRoot,
} from './state'

/** The address to which the browser sends the form where the script has not loaded. */
const ACTION = '/promotion'

/**
 * The promotion gate: code words, newspaper and e-mail address, as far as the promotion asks for them.
 * In a dialog it has no heading of its own.
 */
export function GateForm({
  inModal = false,
  onPassed,
}: {
  inModal?: boolean
  /**
   * Called once when the visitor has passed. Who passes in another tab while the focus is outside the
   * form is not moved; a dialog closes anyway.
   */
  onPassed: () => void
}) {
  const promotion = useSelector(selectPromotion)
  const { newspaperError } = useSelector(selectGate)
  const { form, email, setEmail } = useGate(inModal, onPassed)
  const count = wordCount(promotion)
  return (
    <form
      {...form.attributes}
      method="post"
      action={ACTION}
      noValidate
      autoComplete="off"
      aria-label="Find your holiday"
      className={inModal ? undefined : 'border-2 border-dashed border-ink px-4 py-5 lg:px-6'}
    >
      {inModal ? null : <h2 className="display mb-3 text-h2">Find your holiday</h2>}
      <div className="grid gap-3.5">
        <GateHelp promotion={promotion} />
        {count > 0 ? <CodeWords count={count} error={form.error('words')} /> : null}
        {promotion?.papercapture === 'Y' ? (
          <NewspaperField error={newspaperError ? form.error('newspaper') : undefined} />
        ) : null}
        {promotion?.emailcapture === 'Y' ? (
          <div>
            <TextField
              label="Email"
              hint={`Enter your email address to receive offer updates and exclusive deals from ${brand.global.brandName}`}
              name="email"
              type="email"
              autoComplete="email"
              value={email}
              error={form.error('email')}
              onChange={(event) => setEmail(event.target.value)}
            />
            {brand.urls.privacyPolicy ? (
              <AppLink
                href={brand.urls.privacyPolicy}
                className="text-link mt-1 inline-flex min-h-8 items-center text-small"
              >
                Privacy &amp; Cookies Policy.
              </AppLink>
            ) : null}
          </div>
        ) : null}
        <Button type="submit" size="lg" fullWidth busy={form.busy}>
          Continue
        </Button>
      </div>
    </form>
  )
}

/** What the code words are for, and where to find them. */
function GateHelp({ promotion }: { promotion: Promotion | undefined }) {
  if (wordCount(promotion) === 0) return null
  const { percentOff } = promotion ?? {}
  return (
    <p className="text-detail">
      Enter the code words from your newspaper.
      <span>
        {percentOff ? ` Stays on the offer dates then cost ${percentOff}% less, paid in full.` : ''}
      </span>{' '}
      {brand.header.showPromoLink ? (
        <AppLink href="/how-it-works" className="text-link inline-flex min-h-8 items-center">
          Where do I find them?
        </AppLink>
      ) : null}
    </p>
  )
}

/** The code words, two per row, with one message for all of them. */
function CodeWords({ count, error }: { count: number; error: string | undefined }) {
  const dispatch = useAppDispatch()
  const { codeWords, invalidWords } = useSelector(selectGate)
  const message = useId()
  const flagged = invalidWords.some(Boolean)
  return (
    <div>
      <div role="status">
        {error && flagged ? <FieldError id={message}>{error}</FieldError> : null}
      </div>
      <div className="grid grid-cols-2 gap-3.5">
        {Array.from({ length: count }, (_, at) => (
          <Field key={at} label={`Password ${at + 1}`}>
            {(control) => (
              <TextInput
                {...control}
                name={`code${at + 1}`}
                value={codeWords[at] ?? ''}
                autoCapitalize="none"
                spellCheck={false}
                aria-invalid={invalidWords[at] ? true : undefined}
                aria-describedby={error && invalidWords[at] ? message : undefined}
                onChange={({ target }) => dispatch(codeWordEdited({ at, word: target.value }))}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  )
}

/** The form, with the e-mail address, which is not in the store. */
function useGate(inModal: boolean, onPassed: () => void) {
  const dispatch = useAppDispatch()
  const promotion = useSelector(selectPromotion)
  const passedBefore = useSelector(selectHasPassed)
  const [email, setEmail] = useState('')
  const typed = { words: [], newspaper: '', email }
  const wrongEmail = promotion
    ? checkGate(promotion, typed).filter(({ field }) => field === 'email')
    : []
  const form = useForm(async () => {
    const { passed, errors } = await dispatch(submitGate(email))
    if (!passed) return { fields: errors }
    // Otherwise useFirstPass has called it.
    if (passedBefore) onPassed()
    return undefined
  }, wrongEmail)
  const { ref } = form.attributes
  const type = (address: string) => {
    setEmail(address)
    form.changed('email')
    // It is checked while typing (specification, 'Promotion gate').
    form.left('email')
  }
  useTypedEarly(ref, type)
  usePassOfOtherTab()
  useFirstPass(() => {
    if (inModal || form.busy || ref.current?.contains(document.activeElement)) onPassed()
  })
  return { form, email, setEmail: type }
}

/**
 * Calls back when the visitor passes for the first time, here or in another tab. It is before the page
 * renders the pass, which may remove the form and the focus in it.
 */
function useFirstPass(onPassed: () => void) {
  const store = useStore<PromotionRoot>()
  const hasPassed = useSelector(selectHasPassed)
  const callBack = useEffectEvent(onPassed)
  useEffect(() => {
    if (hasPassed) return
    const stop = store.subscribe(() => {
      if (!selectHasPassed(store.getState())) return
      stop()
      callBack()
    })
    return stop
  }, [store, hasPassed])
}

/** Coming back to this tab, the visitor may have passed the gate in another one. */
function usePassOfOtherTab() {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void dispatch(loadPromoDates())
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [dispatch])
}

/** Brings into the state what was typed before the page was interactive. */
function useTypedEarly(form: RefObject<HTMLFormElement | null>, setEmail: (value: string) => void) {
  const dispatch = useAppDispatch()
  const { codeWords } = useSelector(selectGate)
  const read = useEffectEvent(() => {
    if (!form.current) return
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value !== 'string' || value === '') continue
      const at = /^code(\d+)$/.exec(name)?.[1]
      if (at && value !== codeWords[Number(at) - 1])
        dispatch(codeWordEdited({ at: Number(at) - 1, word: value }))
      if (name === 'newspaper') dispatch(chooseNewspaper(value))
      if (name === 'email') setEmail(value)
    }
  })
  useEffect(() => read(), [])
}
