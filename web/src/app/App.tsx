import { ErrorBoundary } from 'react-error-boundary'
import { ErrorShown } from '../ui'
import { errorShown } from '../features/analytics'
import { Maintained } from '../features/flags'
import { BarePageError, displayFailed } from './page-error'
import { Layout } from './Layout'

/**
 * The application in its router and store. `onHydrated` is called once the first page is interactive.
 */
export function App({ onHydrated }: { onHydrated?: () => void }) {
  return (
    <ErrorShown value={errorShown}>
      <ErrorBoundary FallbackComponent={BarePageError} onError={displayFailed}>
        <Maintained>
          <Layout onHydrated={onHydrated} />
        </Maintained>
      </ErrorBoundary>
    </ErrorShown>
  )
}
