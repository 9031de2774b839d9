import { useSelector } from 'react-redux'
import { t } from '../../brands'
import { selectMyHolidays } from '../catalogue'
import { Page } from '../page'
import { LookupForm } from './LookupForm'

/** /login: the form to find an existing booking. */
export function LoginPage() {
  const title = t('myBooking.login.title')
  const myHolidays = useSelector(selectMyHolidays)
  return (
    <Page title={title} noindex>
      <div className="page-width section">
        <div className="card mx-auto max-w-[520px] p-card md:p-8">
          <h1 className="display mb-5 text-h2">{title}</h1>
          <LookupForm />
          {myHolidays ? (
            <p className="mt-4">
              <a href="/my-holidays" className="text-link">
                See all your bookings by a link in an email
              </a>
            </p>
          ) : null}
        </div>
      </div>
    </Page>
  )
}
