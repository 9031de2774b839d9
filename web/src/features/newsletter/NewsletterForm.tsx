import { useState } from 'react'
import { useAppDispatch } from '../../api'
import { brand, t } from '../../brands'
import { FormErrors, type FieldError } from '../../rules/form-errors'
import { cleanText, typedEmail } from '../../rules/typed'
import { isEmail } from '../../rules/validators'
import {
  AppLink,
  Button,
  Notice,
  SubmitError,
  TextField,
  classes,
  useForm,
  type Outcome,
} from '../../ui'
import { signUp, type SignUp, type SignUpSource } from './signup'

/** The wrong fields of a sign-up. */
function checkSignUp({ fname, email }: SignUp): FieldError[] {
  const address = typedEmail(email)
  return new FormErrors()
    .when(!cleanText(fname), 'fname', 'Please add your first name.')
    .when(!address || !isEmail(address), 'email', 'Please choose a valid email address.').list
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
  const { values, setValues, form } = useSignUp(source, typed, onSignedUp)

  if (stage === 'thanks') {
    return (
      <Notice kind="success" live className="text-ink">
        <p>{t('newsletter.success')}</p>
        <p>If your address is new to us, please confirm it by the link in our email.</p>
      </Notice>
    )
  }

  return (
    <form {...form.attributes} method="post" action="/newsletter" noValidate={!__SERVER__}>
      <SubmitError texts={form.texts} className="mb-4 text-ink" />
      <div className={classes('flex flex-col gap-4', !stacked && 'md:flex-row md:items-end')}>
        <TextField
          label="First name"
          name="fname"
          autoComplete="given-name"
          required
          className="flex-1"
          value={values.fname}
          error={form.error('fname')}
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
          error={form.error('email')}
          announced
          onChange={(event) => setValues({ ...values, email: event.target.value })}
        />
        <Button
          type="submit"
          variant={banded ? 'band' : 'primary'}
          busy={form.busy}
          className={stacked ? undefined : 'md:mb-px'}
        >
          Sign up
        </Button>
      </div>
      <Terms banded={banded} ofDraw={source === 'exit_popup'} />
    </form>
  )
}

/** The typed values, and the form that sends them. */
function useSignUp(source: SignUpSource, typed: SignUp, onSignedUp: () => void) {
  const dispatch = useAppDispatch()
  const [values, setValues] = useState(typed)
  const send = async (): Promise<Outcome> => {
    const { email, fname } = values
    const result = await dispatch(
      signUp({ email: typedEmail(email), fname: cleanText(fname) }, source),
    )
    if (!result.signedUp) return { texts: result.message ? [result.message] : [] }
    onSignedUp()
    return undefined
  }
  const form = useForm(() => {
    const errors = checkSignUp(values)
    return errors.length > 0 ? { fields: errors } : send()
  })
  return { values, setValues, form }
}

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
