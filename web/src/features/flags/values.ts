/** The values of the product's flags by a payload. */
import type { CampaignRoot } from '../campaign'
import { defaults, type FlagKey } from './state'
import type { FlagPayload } from './payload'
import type { Evaluation, Visitor } from './rules'

const keys = Object.keys(defaults) as FlagKey[]

/**
 * The values that a payload gives to the product's flags. A flag that it does not have has its default;
 * one that is malformed has no value, and stays as it was. GrowthBook's SDK is loaded, with what a visitor
 * is, for flags with rules, or when all of them are encrypted; where it cannot be loaded, these have no
 * value.
 */
export async function valuesOf(
  payload: FlagPayload,
  state: CampaignRoot,
  { isInExperiments }: Pick<Visitor, 'isInExperiments'>,
  decryptionKey?: string,
): Promise<Evaluation> {
  const { features, encryptedFeatures } = payload
  const isPlain = (key: FlagKey) => encryptedFeatures === undefined && !hasRules(features?.[key])
  const values: Partial<Record<FlagKey, boolean>> = {}
  for (const key of keys.filter(isPlain)) {
    const flag = features?.[key]
    if (flag === undefined) values[key] = defaults[key]
    else if (hasDefault(flag)) values[key] = Boolean(flag.defaultValue)
  }
  const others = keys.filter((key) => !isPlain(key))
  if (others.length === 0) return { values, exposures: [] }
  try {
    const { attributesOf, evaluate } = await import('./rules')
    const visitor = { attributes: attributesOf(state), isInExperiments }
    const evaluation = await evaluate(payload, others, visitor, decryptionKey)
    return { ...evaluation, values: { ...values, ...evaluation.values } }
  } catch (error) {
    console.warn('the flags with rules were not evaluated', error)
    return { values, exposures: [] }
  }
}

/** An empty list has no rules; what is no list is left to the SDK. */
const hasRules = (flag: unknown) =>
  typeof flag === 'object' &&
  flag !== null &&
  'rules' in flag &&
  flag.rules !== undefined &&
  !(Array.isArray(flag.rules) && flag.rules.length === 0)

const hasDefault = (flag: unknown): flag is { defaultValue: unknown } =>
  typeof flag === 'object' &&
  flag !== null &&
  'defaultValue' in flag &&
  flag.defaultValue !== null &&
  flag.defaultValue !== undefined
