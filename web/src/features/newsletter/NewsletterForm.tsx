import { useState, type FormEvent } from 'react'
import { useAppDispatch } from '../../api'
import { brand, t } from '../../brands'
import { cleanText, typedEmail } from '../../rules/typed'
import { isEmail } from '../../rules/validators'
import { AppLink, Button, Notice, TextField, classes, useErrorShown } from '../../ui'
import { signUp, type SignUp, type SignUpSource } from './signup'

interface Errors {
  fname?: string
  email?: string
}

/** The errors of a sign-up; empty when there are none. */
export function checkSignUp({ fname, email }: SignUp): Errors {
  const errors: Errors = {}
  const address = typedEmail(email)
  if (!cleanText(fname)) errors.fname = 'Please add your first name.'
  if (!address || !isEmail(address)) errors.email = 'Please choose a valid email address.'
  return errors
}

/**
 * The newsletter sign-up: first name and email. `banded` styles it for the brand's coloured band.
 * Before the script has loaded or without it, the browser checks and sends the form itself.
 */
export default function NewsletterForm({
  source,
  typed = { fname: '', email: '' },
  banded = false,
  stacked = false,
  stage,
  onSignedUp,
}: {
  source: SignUpSource
  /** What the fields contain at first. */
  typed?: SignUp
  banded?: boolean
  /** One field below the other at every width. */
  stacked?: boolean
  stage: 'form' | 'thanks'
  onSignedUp: () => void
}) {
  const { values, setValues, errors, refusal, busy, submit } = useSignUp(source, typed, onSignedUp)

  if (stage === 'thanks') {
    return (
      <Notice kind="success" live className="text-ink">
        <p>{t('newsletter.success')}</p>
        <p>If your address is new to us, please confirm it by the link in our email.</p>
      </Notice>
    )
  }

  return (
    <form
      method="post"
      action="/newsletter"
      noValidate={!__SERVER__}
      onSubmit={(event) => void submit(event)}
    >
      {refusal ? (
        <Notice kind="danger" live className="mb-4 text-ink">
          {refusal}
        </Notice>
      ) : null}
      <div className={classes('flex flex-col gap-4', !stacked && 'md:flex-row md:items-end')}>
        <TextField
          label="First name"
          name="fname"
          autoComplete="given-name"
          required
          className="flex-1"
          value={values.fname}
          error={errors.fname}
          announced
          onChange={(event) => setValues({ ...values, fname: event.target.value })}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          className="flex-1"
          value={values.email}
          error={errors.email}
          announced
          onChange={(event) => setValues({ ...values, email: event.target.value })}
        />
        <Button
          type="submit"
          variant={banded ? 'band' : 'primary'}
          busy={busy}
          className={stacked ? undefined : 'md:mb-px'}
        >
          Sign up
        </Button>
      </div>
      <Terms banded={banded} ofDraw={source === 'exit_popup'} />
    </form>
  )
}

/** The typed values, their errors, and the state of sending. */
function useSignUp(source: SignUpSource, typed: SignUp, onSignedUp: () => void) {
  const dispatch = useAppDispatch()
  const [values, setValues] = useState(typed)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  useErrorShown(refusal)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = checkSignUp(values)
    setErrors(found)
    setRefusal(undefined)
    const wrong = found.fname ? 'fname' : found.email ? 'email' : undefined
    if (wrong) fieldOf(form, wrong)?.focus()
    if (wrong || busy) return
    setBusy(true)
    const result = await dispatch(
      signUp({ email: typedEmail(values.email), fname: cleanText(values.fname) }, source),
    )
    setBusy(false)
    if (result.signedUp) onSignedUp()
    else {
      setRefusal(result.message)
      fieldOf(form, 'email')?.focus()
    }
  }
  return { values, setValues, errors, refusal, busy, submit }
}

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`input[name="${name}"]`)

/** The section of the terms about the draw that the exit popup offers. */
const DRAW = '#c-13-newsletter-prize-draw'

function Terms({ banded, ofDraw }: { banded: boolean; ofDraw: boolean }) {
  return (
    <p className="mt-2">
      <AppLink
        href={brand.urls.termsAndConditions + (ofDraw ? DRAW : '')}
        className={classes(
          'inline-block py-1 text-small',
          banded ? 'text-(--band-link) underline underline-offset-3' : 'text-link',
        )}
      >
        Terms apply
      </AppLink>
    </p>
  )
}
