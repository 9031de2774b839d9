import { useState } from 'react'
import { errorMessages, useAppDispatch } from '../../api'
import { Button, fieldText, Notice, type Outcome, SubmitError, TextField, useForm } from '../../ui'
import { FormErrors } from '../../rules/form-errors'
import { typedEmail } from '../../rules/typed'
import { isEmail, isPresent } from '../../rules/validators'
import { t } from '../../brands'
import { Page } from '../page'
import { resetBookingCall } from './calls'

const TITLE = 'Forgotten your booking reference?'

/**
 * /reset: sends the references of the bookings under an e-mail address to that address. There are
 * no passwords.
 */
export function ResetPage() {
  const dispatch = useAppDispatch()
  const [sent, setSent] = useState(false)
  const send = async (email: string, signal: AbortSignal): Promise<Outcome> => {
    const result = await dispatch(resetBookingCall.run({ email }, { signal }))
    setSent(result.ok)
    return result.ok ? undefined : { texts: errorMessages(result.error) }
  }
  const form = useForm((element, signal) => {
    const email = typedEmail(fieldText(element, 'email'))
    const errors = new FormErrors()
      .when(!isPresent(email), 'email', 'Please enter your email address')
      .when(!isEmail(email), 'email', 'Please enter a valid email address').list
    if (errors.length === 0) return send(email, signal)
    setSent(false)
    return { fields: errors }
  })

  return (
    <Page title={TITLE} noindex>
      <div className="page-width section">
        <div className="card mx-auto max-w-[520px] p-card md:p-8">
          <h1 className="display text-h2">{TITLE}</h1>
          <p className="mt-3 mb-5">
            You do not need a password. Tell us the email address you booked with and we will send
            you your booking references.
          </p>
          {/* method="dialog": before the script is there, the browser must not send the address as a part of the page's. */}
          <form {...form.attributes} method="dialog" noValidate>
            <noscript>
              <p className="mb-5">
                Please switch JavaScript on to get your references, or ring {t('support.phone')}.
              </p>
            </noscript>
            <TextField
              label="Email address"
              name="email"
              type="email"
              autoComplete="email"
              error={form.error('email')}
              announced
            />
            <Button type="submit" size="lg" fullWidth busy={form.busy} className="mt-5">
              Submit
            </Button>
          </form>
          {sent ? (
            <Notice kind="success" live className="mt-4">
              If we have a booking for that email address, we have sent its reference.
            </Notice>
          ) : null}
          <SubmitError texts={form.texts} className="mt-4" />
        </div>
      </div>
    </Page>
  )
}
