/**
 * Words in the name of a feature or of a fact about a unit, and the Lucide icon that is shown for them. The first entry that fits
 * counts. The build puts these icons in one file (feature-icons.config.ts).
 */
export const FEATURE_ICONS: readonly (readonly [words: RegExp, icon: string])[] = [
  [/^sleeps/i, 'users'],
  [/outdoor pool|lido/i, 'life-buoy'],
  [/pool|swim/i, 'waves-ladder'],
  [/hot tub|jacuzzi|bath/i, 'bath'],
  [/spa\b|sauna|wellness/i, 'flower-2'],
  [/sea view/i, 'sunset'],
  [/dog|pet/i, 'dog'],
  [/disabled|access|wheelchair/i, 'accessibility'],
  [/beach/i, 'shell'],
  [/coast|harbour|sea\b/i, 'anchor'],
  [/watersport|sailing|boat/i, 'sailboat'],
  [/canoe|kayak/i, 'kayak'],
  [/lake/i, 'waves-horizontal'],
  [/river|canal|stream/i, 'spline'],
  [/fish|angling/i, 'fish'],
  [/electric car|ev charg|charging/i, 'ev-charger'],
  [/hook-?up|electric/i, 'plug'],
  [/wi-?fi|internet/i, 'wifi'],
  [/launder|laundry|washing/i, 'washing-machine'],
  [/shower|toilet/i, 'shower-head'],
  [/linen|bed/i, 'bed-double'],
  [/burner|stove|fire|barbecue|bbq/i, 'flame'],
  [/decking|veranda|terrace|patio/i, 'fence'],
  [/wood|forest|tree|garden/i, 'trees'],
  [/mountain|hill/i, 'mountain'],
  [/country|farm|rural/i, 'wheat'],
  [/walk|hik/i, 'footprints'],
  [/cycl|bike/i, 'bike'],
  [/golf/i, 'land-plot'],
  [/tennis|sport|court/i, 'volleyball'],
  [/gym|fitness/i, 'dumbbell'],
  [/play|kids|child/i, 'toy-brick'],
  [/bab(?:y|ies)|cot\b/i, 'baby'],
  [/arcade|games/i, 'gamepad-2'],
  [/club/i, 'party-popper'],
  [/entertain|music|show/i, 'eighth-notes'],
  [/restaurant|food|caf|takeaway/i, 'utensils'],
  [/\bbar\b|pub\b/i, 'beer'],
  [/shop|store/i, 'shopping-basket'],
  [/tent|pitch|touring|camp/i, 'tent'],
  [/parking/i, 'circle-letter-p'],
  [/\btv\b|television/i, 'tv'],
  [/heating/i, 'thermometer'],
  [/view/i, 'binoculars'],
]

/** The icon of a feature to which no entry fits. */
export const OTHER_FEATURE = 'check'

/** The name of a feature's icon. */
export function iconOf(feature: string): string {
  return FEATURE_ICONS.find(([words]) => words.test(feature))?.[1] ?? OTHER_FEATURE
}
