import { selectUtm, type CampaignRoot } from '../campaign'
import { visitorId } from './visitor'

/** The parameters that no attribute contains. The server leaves out the same: internal/operations/flags. */
const personal = new Set(['bookingid', 'surname', 'postcode', 'email'])

/** The attributes of the visitor and the page, by which flags are evaluated. None leaves the browser. */
export function attributesOf(state: CampaignRoot): Record<string, string> {
  const { origin, pathname, host, search } = window.location
  const query = withoutPersonal(search)
  return {
    id: visitorId(),
    url: origin + pathname + query,
    path: pathname,
    host,
    query,
    pageTitle: document.title,
    ...deviceOf(navigator.userAgent),
    ...campaignOf(state),
  }
}

/** The marketing parameters that are attributes. */
const campaign = [
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_term', 'utmTerm'],
  ['utm_content', 'utmContent'],
] as const

function campaignOf(state: CampaignRoot): Record<string, string> {
  const utm = selectUtm(state)
  return Object.fromEntries(
    campaign.flatMap(([name, attribute]) => (utm[name] ? [[attribute, utm[name]]] : [])),
  )
}

function withoutPersonal(search: string): string {
  const parts = search.slice(1).split('&')
  const kept = parts.filter((part) => {
    const [name] = new URLSearchParams(part).keys()
    return name !== undefined && !personal.has(name.toLowerCase())
  })
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

const browsers: readonly (readonly [mark: string, name: string])[] = [
  ['Edg', 'edge'],
  ['Chrome', 'chrome'],
  ['Firefox', 'firefox'],
  ['Safari', 'safari'],
]

/** The browser and the kind of device of a user agent, as GrowthBook's SDK names them. */
function deviceOf(agent: string): { browser: string; deviceType: string } {
  const [, browser = 'unknown'] = browsers.find(([mark]) => agent.includes(mark)) ?? []
  return { browser, deviceType: agent.includes('Mobi') ? 'mobile' : 'desktop' }
}
