import { evalCondition, GrowthBook } from '@growthbook/growthbook'
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

// GrowthBook's own cases, which the server's SDK passes, too (internal/operations/flags): server and browser
// agree about every flag.
const file = '../internal/operations/flags/testdata/growthbook-cases.json'

type Context = ConstructorParameters<typeof GrowthBook>[0]
type Case = [name: string, ...rest: unknown[]]
interface Cases {
  evalCondition: Case[]
  feature: Case[]
  run: Case[]
  contextualBandit: Case[]
  urlRedirect: Case[]
  savedGroupReferencesV2: Pick<Cases, 'evalCondition' | 'feature' | 'run'>
}
const cases = JSON.parse(readFileSync(file, 'utf8')) as Cases
const { savedGroupReferencesV2: groups } = cases

describe('GrowthBook’s own cases', () => {
  it.each([...cases.feature, ...cases.contextualBandit, ...groups.feature])(
    'feature: %s',
    (_, context, key, expected) => {
      const book = new GrowthBook(context as Context)
      expect(book.evalFeature(key as string)).toEqual(expected)
      book.destroy()
    },
  )

  it.each([...cases.run, ...groups.run])(
    'run: %s',
    (_, context, experiment, value, inside, hashed) => {
      const book = new GrowthBook(context as Context)
      const result = book.run(experiment as Parameters<typeof book.run>[0])
      expect(result).toMatchObject({ inExperiment: inside, hashUsed: hashed })
      expect(result.value).toEqual(value)
      book.destroy()
    },
  )

  it.each(cases.urlRedirect)('redirect: %s', async (_, context, expected) => {
    const led: string[] = []
    const book = new GrowthBook({
      ...(context as Context),
      navigateDelay: 0,
      navigate: (url) => void led.push(url),
    })
    const wanted = (expected as { inExperiment: boolean; urlWithParams: string }[]).flatMap(
      ({ inExperiment, urlWithParams }) => (inExperiment ? [urlWithParams] : []),
    )
    await vi.waitFor(() => expect(led).toEqual(wanted), { timeout: 5000 })
    book.destroy()
  })

  it.each([...cases.evalCondition, ...groups.evalCondition])(
    'condition: %s',
    (_, condition, attributes, expected, saved = {}) => {
      const evaluate = evalCondition as (...args: unknown[]) => boolean
      expect(evaluate(attributes, condition, saved)).toBe(expected)
    },
  )
})
