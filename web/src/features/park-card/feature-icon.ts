import {
  Accessibility,
  Bath,
  Beer,
  Check,
  Dog,
  Fish,
  Mountain,
  Music,
  ShoppingBasket,
  Tent,
  ToyBrick,
  Trees,
  Umbrella,
  Utensils,
  Waves,
  Wifi,
  type LucideIcon,
} from 'lucide-react'

/** Words in a feature's name, and the icon to show for them. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/pool|swim|lake|river|sea/i, Waves],
  [/dog|pet/i, Dog],
  [/tub|spa|sauna|bath/i, Bath],
  [/beach|coast/i, Umbrella],
  [/entertain|music|show/i, Music],
  [/fish/i, Fish],
  [/play|kids|child/i, ToyBrick],
  [/disabled|access/i, Accessibility],
  [/wood|forest|garden/i, Trees],
  [/mountain|hill|view/i, Mountain],
  [/restaurant|food|caf/i, Utensils],
  [/bar|pub|club/i, Beer],
  [/shop|store/i, ShoppingBasket],
  [/wi-?fi|internet/i, Wifi],
  [/tent|pitch|touring/i, Tent],
]

/** The icon of a feature. */
export function featureIcon(name: string): LucideIcon {
  return ICONS.find(([words]) => words.test(name))?.[1] ?? Check
}
