import type { ImageField } from '../../api'

/** An image field's address and alternative text; undefined when there is none. */
export function readImage(field: ImageField | undefined): { url: string; alt: string } | undefined {
  if (!field) return undefined
  const { url, alt = '' } = typeof field === 'string' ? { url: field } : field
  return url ? { url, alt } : undefined
}

/** Whether an address is a video: its path ends in .mp4, whatever its query is. */
export function isVideo(url: string): boolean {
  return /\.mp4(?:[?#]|$)/i.test(url)
}

/**
 * The backgrounds that a home block can use, and whether each is dark. The names are those of the
 * brand's tokens.
 */
const grounds: Readonly<Record<string, { className: string; dark: boolean }>> = {
  dark: { className: 'bg-ink on-ink', dark: true },
  lighter: { className: 'bg-ground', dark: false },
  white: { className: 'bg-surface', dark: false },
  sunk: { className: 'bg-sunk', dark: false },
}

/** The text colours that a home block can use, and whether each is dark. */
const texts: Readonly<Record<string, { className: string; dark: boolean }>> = {
  dark: { className: 'text-ink', dark: true },
  lighter: { className: 'text-ground', dark: false },
  white: { className: 'text-surface', dark: false },
}

/**
 * The classes of a block's background and text. An unknown name is replaced by the field's default.
 * A text colour that is not readable on the background is replaced by a readable one. The accent
 * has its own text colour.
 */
export function themeClasses(
  ground: string | undefined,
  text: string | undefined,
  defaults: { ground: string; text: string },
): string {
  if (ground === 'accent' || ground === 'primary') return 'bg-accent text-accent-ink'
  const fallback = { className: 'bg-ground', dark: false }
  const bg = grounds[ground ?? ''] ?? grounds[defaults.ground] ?? fallback
  const wanted = texts[text ?? ''] ?? texts[defaults.text]
  const readable = wanted && wanted.dark !== bg.dark ? wanted.className : undefined
  return `${bg.className} ${readable ?? (bg.dark ? 'text-ground' : 'text-ink')}`
}
