import { type FormEvent, useRef, useState } from 'react'
import { errorMessages, type RequestError, useAppDispatch } from '../../api'
import { Button, Notice, TextField, useErrorShown, useLifetime } from '../../ui'
import { typedEmail } from '../../rules/typed'
import { isEmail, isPresent } from '../../rules/validators'
import { Page } from '../page'
import { resetBookingCall } from './calls'

const TITLE = 'Forgotten your booking reference?'

/**
 * /reset: sends the references of the bookings under an e-mail address to that address. There are
 * no passwords.
 */
export function ResetPage() {
  const dispatch = useAppDispatch()
  const [email, setEmail] = useState('')
  const [emailError, setWrong] = useState<string>()
  const [failure, setFailure] = useState<RequestError>()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const lifetime = useLifetime()
  const form = useRef<HTMLFormElement>(null)
  const focusEmail = () => form.current?.querySelector('input')?.focus()
  const messages = errorMessages(failure)
  useErrorShown(messages.length > 0 ? messages.join('; ') : undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const address = typedEmail(email)
    const message = isPresent(address) ? undefined : 'Please enter your email address'
    const problem = message ?? (isEmail(address) ? undefined : 'Please enter a valid email address')
    setWrong(problem)
    if (problem) {
      setSent(false)
      setFailure(undefined)
      focusEmail()
      return
    }
    setBusy(true)
    const signal = lifetime()
    const result = await dispatch(resetBookingCall.run({ email: address }, { signal }))
    if (signal.aborted) return
    setBusy(false)
    setSent(result.ok)
    setFailure(result.ok ? undefined : result.error)
    if (!result.ok) focusEmail()
  }

  return (
    <Page title={TITLE} noindex>
      <div className="page-width section">
        <div className="card mx-auto max-w-[520px] p-card md:p-8">
          <h1 className="display text-h2">{TITLE}</h1>
          <p className="mt-3 mb-5">
            You do not need a password. Tell us the email address you booked with and we will send
            you your booking references.
          </p>
          <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
            <TextField
              label="Email address"
              name="email"
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={emailError}
              announced
            />
            <Button type="submit" size="lg" fullWidth busy={busy} className="mt-5">
              Submit
            </Button>
          </form>
          {sent ? (
            <Notice kind="success" live className="mt-4">
              If we have a booking for that email address, we have sent its reference.
            </Notice>
          ) : null}
          {messages.length > 0 ? (
            <Notice kind="danger" live className="mt-4">
              {messages.join(' ')}
            </Notice>
          ) : null}
        </div>
      </div>
    </Page>
  )
}
