import { makeBrand, type Brand, type BrandDefinition } from '../brands/definition'

const definitions = Object.values(
  import.meta.glob<BrandDefinition>('../brands/*/brand.ts', { import: 'default', eager: true }),
)

/** The site codes that have a brand folder. */
export const siteCodes = definitions.map(({ site }) => site.siteCode)

/** The content of a brand's folder. */
export function definitionOf(siteCode: string): BrandDefinition {
  const found = definitions.find(({ site }) => site.siteCode === siteCode)
  if (!found) throw new Error(`there is no brand ${siteCode}`)
  return found
}

/** A brand, even one that this build does not serve. */
export function brandOf(siteCode: string): Brand {
  return makeBrand(definitionOf(siteCode))
}
