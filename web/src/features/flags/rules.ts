/** Flags with rules and experiments, evaluated by GrowthBook's SDK. */
import { GrowthBookClient } from '@growthbook/growthbook'
import type { FlagPayload } from './payload'
import { defaults, type FlagKey, type FlagValues } from './state'

export { attributesOf } from './attributes'

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
  // This class only evaluates. Flags choose between what the product contains: a host of flags must
  // not change pages itself, as it could with the SDK's other class.
  const client = new GrowthBookClient({
    globalAttributes: attributes,
    decryptionKey,
    enabled: isInExperiments,
  })
  const visitor = {
    url: attributes.url,
    trackedExperiments: new Set<string>(),
    trackingCallback: (
      { key: experimentId }: { key: string },
      { key: variationId }: { key: string },
    ) => void exposures.push({ experimentId, variationId }),
  }
  // What stands beside encrypted flags are none: where they cannot be decrypted, nothing is known.
  const features = payload.encryptedFeatures === undefined ? payload.features : undefined
  await client.setPayload({ ...payload, features } as Parameters<typeof client.setPayload>[0])
  const isReadable = client.getDecryptedPayload().features !== undefined
  const values: Partial<Record<FlagKey, boolean>> = {}
  for (const key of keys) {
    const { value, on, source } = valueOf(() => client.evalFeature<unknown>(key, visitor), key)
    if (value !== null && value !== undefined) values[key] = on
    else if (isReadable && source === 'unknownFeature') values[key] = defaults[key]
  }
  client.destroy()
  return { values, exposures }
}

/** The value of a flag; nothing where the flag is malformed. */
function valueOf<Result extends { on: boolean }>(
  evaluateFlag: () => Result,
  key: FlagKey,
): Result | { on: false; value?: undefined; source?: undefined } {
  try {
    return evaluateFlag()
  } catch (error) {
    console.warn(`the flag ${key} could not be evaluated`, error)
    return { on: false }
  }
}
