import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { defineCall } from '../../api'
import { brand } from '../../brands'
import { track } from '../analytics'
import { selectConsent, type ConsentState } from '../consent'
import { signedUpChanged } from './signed-up'
import { writeSignedUp } from './write-signed-up'

/** Where a sign-up was made, by its name in analytics. */
export type SignUpSource = 'footer' | 'exit_popup' | 'search_box' | 'promo_gate'

export interface SignUp {
  email: string
  fname: string
}

/** GET /api/newsletter. Specified as GET; the server never logs its query. */
export const newsletterCall = defineCall<SignUp, unknown>({
  name: 'newsletter',
  path: '/api/newsletter',
})

export type SignUpResult = { signedUp: true } | { signedUp: false; message: string | undefined }

interface RootWithConsent {
  consent: ConsentState
}

/**
 * Signs a visitor up. A refusal returns the server's first message; an unusable answer is only
 * logged.
 */
export function signUp(params: SignUp, source: SignUpSource) {
  return async (
    dispatch: ThunkDispatch<RootWithConsent, unknown, UnknownAction>,
    getState: () => RootWithConsent,
  ): Promise<SignUpResult> => {
    const result = await dispatch(newsletterCall.run(params))
    if (!result.ok) {
      const message = result.error.errors[0]?.message
      if (!message)
        console.warn('newsletter: the sign-up had no usable answer', result.error.status)
      return { signedUp: false, message }
    }
    writeSignedUp()
    dispatch(signedUpChanged(true))
    track('email_sign_up', { source })
    if (selectConsent(getState()) === 'accepted') sendTrackingImage(params.email)
    return { signedUp: true }
  }
}

/** The 1×1 image that counts a sign-up. Only with consent and a configured address. */
function sendTrackingImage(email: string) {
  const address = brand.newsletter.trackingPixelUrl
  if (!address) return
  new Image(1, 1).src = trackingImageUrl(address, email, window.location, true)
}

/**
 * The address of the tracking image, with five fields. The page's address in it has no scheme and
 * no query.
 */
export function trackingImageUrl(
  address: string,
  email: string,
  page: { host: string; pathname: string },
  permitted: boolean,
): string {
  const fields = new URLSearchParams({
    nourl: 'email-sign-up',
    newsletter: 'sign-up',
    email,
    emailpermit: permitted ? 'yes' : 'no',
    email_signup_url: page.host + page.pathname,
  })
  return `${address}?${fields.toString()}`
}
