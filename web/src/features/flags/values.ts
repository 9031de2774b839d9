/** The values of the product's flags by a payload. */
import { defaults, type FlagKey, type FlagValues } from './state'
import type { FlagPayload } from './payload'

/** By what flags with rules are evaluated. None of it leaves the browser. */
export interface Visitor {
  attributes: Readonly<Record<string, string>>
  /** Whether experiments run: with the visitor's consent. */
  isInExperiments: boolean
}

const keys = Object.keys(defaults) as FlagKey[]

/**
 * The values that a payload gives to the product's flags. A flag that it does not have has its default;
 * one that is malformed has no value, and stays as it was. GrowthBook's SDK is loaded where a
 * flag has rules, or all of them are encrypted.
 */
export async function valuesOf(
  payload: FlagPayload,
  visitor: Visitor,
  decryptionKey?: string,
): Promise<FlagValues> {
  const { features } = payload
  if (payload.encryptedFeatures !== undefined || keys.some((key) => hasRules(features?.[key]))) {
    const { evaluate } = await import('./rules')
    return evaluate(payload, visitor, decryptionKey)
  }
  const values: Partial<Record<FlagKey, boolean>> = {}
  for (const key of keys) {
    const flag = features?.[key]
    if (flag === undefined) values[key] = defaults[key]
    else if (hasDefault(flag)) values[key] = Boolean(flag.defaultValue)
  }
  return values
}

const hasRules = (flag: unknown) =>
  typeof flag === 'object' && flag !== null && 'rules' in flag && flag.rules !== undefined

const hasDefault = (flag: unknown): flag is { defaultValue: unknown } =>
  typeof flag === 'object' &&
  flag !== null &&
  'defaultValue' in flag &&
  flag.defaultValue !== null &&
  flag.defaultValue !== undefined
