import { t } from '../../brands'
import { Page } from '../page'
import { LookupForm } from './LookupForm'

/** /login: the form to find an existing booking. */
export function LoginPage() {
  const title = t('myBooking.login.title')
  return (
    <Page title={title} noindex>
      <div className="page-width section">
        <div className="card mx-auto max-w-[520px] p-card md:p-8">
          <h1 className="display mb-5 text-h2">{title}</h1>
          <LookupForm />
        </div>
      </div>
    </Page>
  )
}
