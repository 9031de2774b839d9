import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { brand, t } from '../../brands'
import { componentOf, LazyPart } from '../../ui'
import { selectSignedUp } from './signed-up'
import { FooterForm, formChunk } from './FooterForm'
import type { SignUpSource } from './signup'

const NewsletterForm = componentOf(formChunk)

/** How long the message of thanks is shown before the form disappears. */
export const SUCCESS_MS = 10_000

type Stage = 'form' | 'thanks' | 'hidden'

/**
 * What to show: nothing when it is switched off or after a sign-up (except the message of thanks).
 */
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

/** The newsletter block of the footer, on the brand's coloured band. */
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
        <FooterForm stage={stage} onSignedUp={() => setStage('thanks')} />
      </div>
    </section>
  )
}

/** The sign-up fields for use elsewhere ('Sign up for deals', the exit popup). */
export function SignUpFields({ source }: { source: SignUpSource }) {
  const [stage, setStage] = useStage()
  if (stage === 'hidden') return null
  return (
    <LazyPart>
      <NewsletterForm source={source} stage={stage} onSignedUp={() => setStage('thanks')} />
    </LazyPart>
  )
}
