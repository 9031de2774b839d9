import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useState, type FormEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { brand, t } from '../../brands'
import { isEmail } from '../../rules/validators'
import { AppLink, Button, Notice, TextField, useErrorShown } from '../../ui'
import type { ConsentState } from '../consent'
import { selectSignedUp } from './deals'
import { signUp, type SignUpSource } from './signup'

/** How long the thanks stay before the form hides. */
const SUCCESS_MS = 10_000

interface Errors {
  fname?: string
  email?: string
}

/** What is wrong with a sign-up; empty when nothing is. */
export function checkSignUp({ fname, email }: { fname: string; email: string }): Errors {
  const errors: Errors = {}
  if (!fname.trim()) errors.fname = 'Please add your first name.'
  if (!email.trim() || !isEmail(email.trim())) errors.email = 'Please choose a valid email address.'
  return errors
}

type Stage = 'form' | 'thanks' | 'hidden'

/** Whether there is anything to show: not when switched off, nor after a sign-up (save for the thanks). */
function useStage(): [Stage, (stage: Stage) => void] {
  const signedUp = useSelector(selectSignedUp)
  const [stage, setStage] = useState<Stage>('form')
  useEffect(() => {
    if (stage !== 'thanks') return
    const timer = setTimeout(() => setStage('hidden'), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [stage])
  const hidden = !brand.forms.enableNewsletterSignup || (signedUp && stage === 'form')
  return [hidden ? 'hidden' : stage, setStage]
}

/** The newsletter sign-up: first name and email. `banded` sets it on the brand's band. */
export function NewsletterForm({
  source,
  banded = false,
  stage,
  onSignedUp,
}: {
  source: SignUpSource
  banded?: boolean
  stage: Stage
  onSignedUp: () => void
}) {
  const dispatch = useDispatch<ThunkDispatch<{ consent: ConsentState }, unknown, UnknownAction>>()
  const [values, setValues] = useState({ fname: '', email: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  useErrorShown(refusal)

  if (stage === 'thanks') {
    return (
      <Notice kind="success" live className="text-ink">
        {t('newsletter.success')}
      </Notice>
    )
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = checkSignUp(values)
    setErrors(found)
    setRefusal(undefined)
    if (found.fname || found.email || busy) return
    setBusy(true)
    const result = await dispatch(
      signUp({ email: values.email.trim(), fname: values.fname.trim() }, source),
    )
    setBusy(false)
    if (result.signedUp) onSignedUp()
    else setRefusal(result.message)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {refusal ? (
        <Notice kind="danger" live className="mb-4 text-ink">
          {refusal}
        </Notice>
      ) : null}
      <div className="flex flex-col gap-4 md:flex-row md:items-end">
        <TextField
          label="First name"
          name="fname"
          autoComplete="given-name"
          className="flex-1"
          value={values.fname}
          error={errors.fname}
          onChange={(event) => setValues({ ...values, fname: event.target.value })}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          className="flex-1"
          value={values.email}
          error={errors.email}
          onChange={(event) => setValues({ ...values, email: event.target.value })}
        />
        <Button
          type="submit"
          variant={banded ? 'band' : 'primary'}
          busy={busy}
          className="md:mb-px"
        >
          Sign up
        </Button>
      </div>
      <p className="mt-2">
        <AppLink
          href={brand.urls.termsAndConditions}
          className={
            banded
              ? 'inline-block py-1 text-small text-(--band-link) underline underline-offset-3'
              : 'text-link inline-block py-1 text-small'
          }
        >
          Terms apply
        </AppLink>
      </p>
    </form>
  )
}

/** The newsletter block of the footer, on the brand's band. */
export function NewsletterBlock() {
  const [stage, setStage] = useStage()
  if (stage === 'hidden') return null
  return (
    <section aria-labelledby="newsletter-title" className="band">
      <div className="page-width grid gap-6 py-11 lg:grid-cols-[5fr_6fr] lg:items-center lg:gap-12">
        <div>
          <h2 id="newsletter-title" className="display text-h2">
            {t('newsletter.title')}
          </h2>
          <p className="mt-2 max-w-[420px] text-(--band-muted)">{t('newsletter.intro')}</p>
        </div>
        <NewsletterForm
          source="footer"
          banded
          stage={stage}
          onSignedUp={() => setStage('thanks')}
        />
      </div>
    </section>
  )
}

/** The sign-up fields for use elsewhere ('Sign up for deals', the exit popup). */
export function SignUpFields({ source }: { source: SignUpSource }) {
  const [stage, setStage] = useStage()
  if (stage === 'hidden') return null
  return <NewsletterForm source={source} stage={stage} onSignedUp={() => setStage('thanks')} />
}
