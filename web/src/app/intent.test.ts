// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watchIntent } from './intent'
import { pagesAt } from './routes'

const rulesInPage = /<script type="speculationrules">(.*?)<\/script>/s.exec(
  readFileSync('index.html', 'utf8'),
)?.[1]

interface Rules {
  prefetch: { where: { and: Condition[] }; eagerness: string }[]
  prerender?: unknown
}
interface Condition {
  href_matches?: string
  selector_matches?: string
  not?: Condition
}

describe('the speculation rules of the document', () => {
  const rules = JSON.parse(rulesInPage ?? '{}') as Rules

  /** Whether a pattern with '*' matches a path. */
  const matches = (pattern: string, path: string) =>
    new RegExp(
      `^${pattern.replace(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`,
    ).test(path)

  const isPrefetched = (html: string): boolean => {
    document.body.innerHTML = html
    const link = document.querySelector('a') as HTMLAnchorElement
    const holds = (condition: Condition): boolean => {
      if (condition.not) return !holds(condition.not)
      if (condition.selector_matches) return link.matches(condition.selector_matches)
      return matches(condition.href_matches ?? '', new URL(link.href).pathname)
    }
    return rules.prefetch.some(({ where }) => where.and.every(holds))
  }

  it('prefetch documents on intent, and run no script of a page that is not opened', () => {
    expect(rules.prefetch.map(({ eagerness }) => eagerness)).toEqual(['moderate'])
    expect(rules.prerender).toBeUndefined()
  })

  it.each([
    '/',
    '/results?region=12',
    '/park-result/CF101/gannet-sands',
    '/region/ukcaravan',
    '/login',
  ])('prefetch %s', (path) => {
    expect(isPrefetched(`<a href="${path}">go</a>`)).toBe(true)
  })

  it.each([
    '/booking',
    '/booking/extras?unitId=1',
    '/booking/details',
    '/booking/payment',
    '/booking/payment-action',
    '/booking/confirmation',
    '/my-booking',
    '/reset?token=1',
    '/api/search',
    '#main',
  ])('never prefetch %s', (path) => {
    expect(isPrefetched(`<a href="${path}">go</a>`)).toBe(false)
  })

  it('never prefetch what opens in another tab', () => {
    expect(isPrefetched('<a href="/results" target="_blank">go</a>')).toBe(false)
  })
})

describe('the script of the next page', () => {
  const loadOf = (path: string) => {
    const [page] = pagesAt(path)
    if (!page) throw new Error(`no page at ${path}`)
    return vi.spyOn(page.handle, 'load').mockResolvedValue(undefined)
  }
  const pointAt = (html: string, event = 'pointerover') => {
    document.body.innerHTML = html
    document.querySelector('a b')?.dispatchEvent(new Event(event, { bubbles: true }))
  }

  beforeEach(() => vi.restoreAllMocks())

  it.each(['pointerover', 'touchstart', 'focusin'])('is fetched on %s', (event) => {
    watchIntent(document)
    const load = loadOf('/results')
    pointAt('<a href="/results?region=12"><b>Cornwall</b></a>', event)
    expect(load).toHaveBeenCalled()
  })

  it.each(['/booking/extras', '/booking/details', '/booking/payment', '/booking/confirmation'])(
    'is not fetched for %s',
    (path) => {
      watchIntent(document)
      const load = loadOf(path)
      pointAt(`<a href="${path}"><b>Book</b></a>`)
      expect(load).not.toHaveBeenCalled()
    },
  )

  it('is not fetched for a link to another tab or site', () => {
    watchIntent(document)
    const load = loadOf('/results')
    pointAt('<a href="/results" target="_blank"><b>go</b></a>')
    pointAt('<a href="https://elsewhere.example/results"><b>go</b></a>')
    expect(load).not.toHaveBeenCalled()
  })

  it('fails silently: the page says so when it is opened', async () => {
    watchIntent(document)
    const load = loadOf('/results').mockRejectedValue(new TypeError('Failed to fetch'))
    pointAt('<a href="/results"><b>go</b></a>')
    await expect(load.mock.results[0]?.value).rejects.toThrow('Failed to fetch')
  })

  it('replaces the speculation rules, because links are now followed within the page', () => {
    const script = document.createElement('script')
    script.type = 'speculationrules'
    document.head.append(script)
    watchIntent(document)
    expect(document.querySelector('script[type="speculationrules"]')).toBeNull()
  })
})
