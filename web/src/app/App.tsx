import { ErrorBoundary } from 'react-error-boundary'
import { ErrorShown } from '../ui'
import { track } from '../features/analytics'
import { BarePageError } from './ErrorPage'
import { Layout } from './Layout'

/** Every error text that a visitor is shown goes to analytics, with the page's path. */
function errorShown(errorMessage: string) {
  track('error_message', { errorMessage, page: window.location.pathname })
}

/** The application inside its router and store. */
export function App() {
  return (
    <ErrorShown value={errorShown}>
      <ErrorBoundary FallbackComponent={BarePageError}>
        <Layout />
      </ErrorBoundary>
    </ErrorShown>
  )
}
