import { brand } from '../../brands'
import { Logo } from '../../brands/Logo'
import { Page } from '../page'

/** Shown instead of the site while it is closed; the server sends the same texts. */
export default function MaintenancePage() {
  const { email, brandName } = brand.global
  const { telephone } = brand.socialMedia
  return (
    <Page title={brandName} wholeTitle noindex>
      <div className="page-width max-w-[760px] py-11">
        <Logo kind="dark" />
        <h1 className="display mt-7 text-h1">
          We are currently making exciting changes to further improve your site experience!
        </h1>
        <p className="mt-4 text-lead">Don't worry, we will be back shortly.</p>
        <p className="mt-2 text-lead">Thank you for your patience!</p>
        <p className="mt-4">
          Contact Us:{' '}
          <a className="text-link" href={`tel:${telephone.replaceAll(' ', '')}`}>
            {telephone}
          </a>{' '}
          <a className="text-link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </div>
    </Page>
  )
}
