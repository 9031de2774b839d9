import { ErrorBoundary } from 'react-error-boundary'
import { ErrorShown } from '../ui'
import { errorShown } from '../features/analytics'
import { BarePageError } from './page-error'
import { Layout } from './Layout'

/**
 * The application in its router and store. `onAlive` is called once the first page is interactive.
 */
export function App({ onAlive }: { onAlive?: () => void }) {
  return (
    <ErrorShown value={errorShown}>
      <ErrorBoundary FallbackComponent={BarePageError}>
        <Layout onAlive={onAlive} />
      </ErrorBoundary>
    </ErrorShown>
  )
}
