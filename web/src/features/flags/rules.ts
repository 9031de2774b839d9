/** Flags with rules and experiments, evaluated by GrowthBook's SDK. */
import { GrowthBook } from '@growthbook/growthbook'
import { track } from '../analytics'
import type { FlagPayload } from './payload'
import { defaults, type FlagKey, type FlagValues } from './state'
import type { Visitor } from './values'

/** The experiments of this document that were reported, each with the visitor's id. */
const reported = new Set<string>()

/** The values of the product's flags by their rules (values.ts). */
export async function evaluate(
  payload: FlagPayload,
  { attributes, isInExperiments }: Visitor,
  decryptionKey?: string,
): Promise<FlagValues> {
  const book = new GrowthBook({
    attributes,
    decryptionKey,
    enabled: isInExperiments,
    trackingCallback: ({ key }, { key: variation }) => report(key, variation, attributes.id),
    // Flags choose between what the product contains: a host of flags must not change pages itself.
    disableVisualExperiments: true,
    disableJsInjection: true,
    disableUrlRedirectExperiments: true,
    disableDevTools: true,
  })
  await book.setPayload(payload as Parameters<typeof book.setPayload>[0])
  const isReadable = book.getDecryptedPayload().features !== undefined
  const values: Partial<Record<FlagKey, boolean>> = {}
  for (const key of Object.keys(defaults) as FlagKey[]) {
    const { value, on, source } = valueOf(book, key)
    if (value !== null && value !== undefined) values[key] = on
    else if (isReadable && source === 'unknownFeature') values[key] = defaults[key]
  }
  book.destroy()
  return values
}

/** The value of a flag; nothing where the flag is malformed. */
function valueOf(
  book: GrowthBook,
  key: FlagKey,
): { value?: unknown; on: boolean; source?: string } {
  try {
    return book.evalFeature<unknown>(key)
  } catch (error) {
    console.warn(`the flag ${key} could not be evaluated`, error)
    return { on: false }
  }
}

/** Reports once in a document that a visitor sees a variation. */
function report(experimentId: string, variationId: string, visitor = ''): void {
  const sight = JSON.stringify([experimentId, variationId, visitor])
  if (reported.has(sight)) return
  reported.add(sight)
  track('experiment_viewed', { experimentId, variationId })
}
