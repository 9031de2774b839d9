import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser'
import { brand } from '../../brands'
import { withoutPersonalData } from './without-personal-data'

/** How an error was caught, in the service's words. */
export type Mechanism = 'onerror' | 'onunhandledrejection' | 'react.errorboundary'

const client = new BrowserClient({
  ...brand.errorReporting,
  environment: 'production',
  // Our own host forwards the reports, so that no page calls another one.
  tunnel: '/api/errors',
  transport: makeFetchTransport,
  stackParser: defaultStackParser,
  // Nothing is watched or collected beside the errors that it gets.
  integrations: [],
  sendClientReports: false,
  beforeSend: (event) => {
    const { origin, pathname } = window.location
    const request = { url: origin + pathname, headers: { 'User-Agent': navigator.userAgent } }
    return { ...withoutPersonalData(event), user: undefined, request }
  },
})
client.init()

const scope = new Scope()
scope.setClient(client)
scope.setTags({ siteCode: brand.siteCode, page: window.location.pathname })

/** Sends an error. */
export function send(error: unknown, type: Mechanism): void {
  scope.setTag('page', window.location.pathname)
  scope.captureException(error, { mechanism: { type, handled: type === 'react.errorboundary' } })
}
