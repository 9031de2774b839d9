import { brand, imageUrl } from '../../brands'
import { Logo } from '../../brands/Logo'
import { AppLink } from '../../ui'
import { Page } from '../page'

/** Shown instead of the site while it is closed; the server sends the same texts. */
export default function MaintenancePage() {
  const { email, brandName } = brand.global
  const { telephone } = brand.socialMedia
  return (
    <Page title={brandName} wholeTitle noindex>
      <div className="relative flex min-h-dvh">
        <picture>
          <source media="(max-width: 991px)" srcSet={imageUrl(`hero/${brand.look.scene}-small`)} />
          <img
            src={imageUrl(`hero/${brand.look.scene}-large`)}
            alt=""
            className="absolute inset-0 size-full object-cover object-right-bottom"
          />
        </picture>
        <div className="page-width relative flex flex-col items-start py-7 lg:py-11">
          <Logo kind="dark" />
          <h1 className="display mt-5 max-w-[13em] text-h1 lg:text-hero">
            We are currently making exciting changes to further improve your site experience!
          </h1>
          <p className="mt-4 text-lead">Don't worry, we will be back shortly.</p>
          <p className="text-lead">Thank you for your patience!</p>
          <p className="card mt-auto px-5 py-4">
            Contact Us{' '}
            <AppLink className="text-link ml-3 inline-block" href={`tel:${telephone}`}>
              {telephone}
            </AppLink>{' '}
            <AppLink className="text-link ml-3 inline-block" href={`mailto:${email}`}>
              {email}
            </AppLink>
          </p>
        </div>
      </div>
    </Page>
  )
}
