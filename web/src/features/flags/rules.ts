/** Flags with rules and experiments, evaluated by GrowthBook's SDK. */
import { GrowthBook } from '@growthbook/growthbook'
import type { FlagPayload } from './payload'
import { defaults, type FlagKey, type FlagValues } from './state'

/** By what flags with rules are evaluated. None of it leaves the browser. */
export interface Visitor {
  attributes: Readonly<Record<string, string>>
  /** Whether experiments run: with the visitor's consent. */
  isInExperiments: boolean
}

/** What the flags are for a visitor, and the variations of experiments that are shown. */
export interface Evaluation {
  values: FlagValues
  exposures: readonly Exposure[]
}

export interface Exposure {
  experimentId: string
  variationId: string
}

/** The values of flags by their rules (values.ts). */
export async function evaluate(
  payload: FlagPayload,
  keys: readonly FlagKey[],
  { attributes, isInExperiments }: Visitor,
  decryptionKey?: string,
): Promise<Evaluation> {
  const exposures: Exposure[] = []
  const book = new GrowthBook({
    attributes,
    decryptionKey,
    enabled: isInExperiments,
    trackingCallback: ({ key: experimentId }, { key: variationId }) =>
      void exposures.push({ experimentId, variationId }),
    // Flags choose between what the product contains: a host of flags must not change pages itself.
    disableVisualExperiments: true,
    disableJsInjection: true,
    disableUrlRedirectExperiments: true,
    disableDevTools: true,
  })
  // What stands beside encrypted flags are none: where they cannot be decrypted, nothing is known.
  const features = payload.encryptedFeatures === undefined ? payload.features : undefined
  await book.setPayload({ ...payload, features } as Parameters<typeof book.setPayload>[0])
  const isReadable = book.getDecryptedPayload().features !== undefined
  const values: Partial<Record<FlagKey, boolean>> = {}
  for (const key of keys) {
    const { value, on, source } = valueOf(book, key)
    if (value !== null && value !== undefined) values[key] = on
    else if (isReadable && source === 'unknownFeature') values[key] = defaults[key]
  }
  book.destroy()
  return { values, exposures }
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
