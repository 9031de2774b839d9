import { nameFromSlug, slugify } from '../../rules/slug'
import { selectRegionsByChannel } from '../catalogue'
import { loadGuide, type ContentRoot } from '../content'
import type { SearchRoot } from '../search'
import type { Region } from '../../api/schema'

export type GuideRoot = SearchRoot & ContentRoot

/** The region of a travel guide: its name, and the catalogue's region with its channel if there is one. */
export interface GuideRegion {
  name: string
  known?: { channel: string; region: Region }
}

/**
 * The region that a path names. The name chooses it; among regions of the same name, the id. A name
 * that the catalogue does not have is turned back into words.
 */
export function regionOf(
  state: SearchRoot,
  regionName: string,
  regionId: string | undefined,
): GuideRegion {
  const all = Object.entries(selectRegionsByChannel(state)).flatMap(([channel, regions]) =>
    Object.values(regions).map((region) => ({ channel, region })),
  )
  const named = all.filter(({ region }) => slugify(region.name) === slugify(regionName))
  const known = named.find(({ region }) => region.id === regionId) ?? named[0]
  return { name: known?.region.name ?? nameFromSlug(regionName), known }
}

/** Loads what /travel-guide/:regionName/:regionId shows first. */
export const guideData =
  ({ regionName = '', regionId }: Readonly<Record<string, string | undefined>>) =>
  (
    dispatch: (load: ReturnType<typeof loadGuide>) => Promise<void>,
    getState: () => GuideRoot,
  ): Promise<void> =>
    dispatch(loadGuide(regionOf(getState(), regionName, regionId).name))
