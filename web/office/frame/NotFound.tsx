import { AppLink } from '../../src/ui'
import { Page } from '../parts/Page'

/** An address that no screen has. */
export function NotFound() {
  return (
    <Page title="There is no such screen">
      <p>
        <AppLink href="/" className="text-link">
          Today
        </AppLink>
      </p>
    </Page>
  )
}
