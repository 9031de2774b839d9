/** Reads the answers of the CMS, JSON of the WordPress REST API, whose fields may be missing or wrong. */

/** A picture of the CMS. */
export interface Picture {
  src: string
  alt: string
  w?: number
  h?: number
  /** The addresses of its sizes, as in an img's srcset. */
  srcSet?: string
}

/** HTML of the CMS, which the server has sanitised. */
export interface Rendered {
  rendered: string
}

/** The same with its words, without HTML. */
export interface RenderedText extends Rendered {
  plain: string
}

export interface Excerpt extends RenderedText {
  /** The content begins with it. */
  repeated: boolean
}

/** A part of a text: a question with its answer, or anything else, which has no question. */
export interface TextPart {
  question?: string
  html: string
}

/** The HTML of a page or post, as it is shown. */
export interface Content extends Rendered {
  /** The parts of a text with questions. */
  parts?: TextPart[]
}

/** A content page. */
export interface ContentPageData {
  id: number
  slug: string
  title: RenderedText
  excerpt: Excerpt
  content: Content
  picture?: Picture
}

/** A blog post. `cardHeaderUrl` and `pageHeaderImage` are derived; the other names are WordPress's. */
export interface BlogPost {
  id: number
  slug: string
  title: RenderedText
  excerpt: Excerpt
  content: Content
  acf: {
    /** The id of a picture, or its address. */
    mast_image?: number | string
  }
  /** The featured picture; '' when the post has none. */
  cardHeaderUrl: string
  /** The featured picture with its sizes. */
  featured?: Picture
  /** The address of the mast picture; null when there is none or it could not be loaded. */
  pageHeaderImage: string | null
  /** The mast picture with its sizes. */
  mast?: Picture
}

/** An item of a post type: a thing to do, or a card of marketing. */
export interface Item {
  title: RenderedText
  acf: {
    picture?: Picture
    /** Where the item leads. */
    url?: string
    /** HTML. */
    text?: string
    /** Its words. */
    plain?: string
  }
}

/** A travel guide. */
export interface TravelGuide {
  regionName: string
  picture?: Picture
  /** HTML. */
  intro?: string
  /** Its words. */
  plain?: string
  thingsToDo: number[]
}

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list. WordPress answers an error with an object, which is not a list. */
export function readList(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new TypeError('the CMS did not answer with a list')
  return value.filter(isObject)
}

/** A field such as `title`, whose HTML is in `rendered`, and its words in `plain`. */
export function readText(value: unknown): RenderedText {
  const { rendered, plain } = isObject(value) ? value : { rendered: value, plain: undefined }
  return { rendered: text(rendered), plain: text(plain) || text(rendered) }
}

function readExcerpt(value: unknown): Excerpt {
  return { ...readText(value), repeated: isObject(value) && value.repeated === true }
}

function readContent(value: unknown): Content {
  const { rendered, parts } = isObject(value) ? value : { rendered: value, parts: undefined }
  return {
    rendered: text(rendered),
    ...(Array.isArray(parts)
      ? {
          parts: parts.filter(isObject).map(({ question, html }) => ({
            question: text(question) || undefined,
            html: text(html),
          })),
        }
      : {}),
  }
}

/** The custom fields of an item. Without fields WordPress sends an empty list. */
export function readFields(item: Json): Json {
  return isObject(item.acf) ? item.acf : {}
}

/** A number that is an id, as a number or as text. */
export function readId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A picture field: an address, or an object with one. `alt` is used where the field has no text. */
export function readPicture(value: unknown, alt: unknown = ''): Picture | undefined {
  if (typeof value === 'string') {
    return /^(?:https?:)?\//.test(value) ? { src: value, alt: text(alt) } : undefined
  }
  if (!isObject(value)) return undefined
  const src = text(value.source_url) || text(value.url)
  if (!src) return undefined
  const details = isObject(value.media_details) ? value.media_details : value
  return {
    src,
    alt: text(value.alt_text) || text(value.alt) || text(alt),
    w: readId(details.width),
    h: readId(details.height),
    ...srcSetOf(details.sizes),
  }
}

function srcSetOf(sizes: unknown): { srcSet?: string } {
  const all = Object.values(isObject(sizes) ? sizes : {}).filter(isObject)
  const entries = all.flatMap(({ source_url: src, width }) =>
    text(src) && !/[\s,]/.test(text(src)) && readId(width)
      ? [`${text(src)} ${String(width)}w`]
      : [],
  )
  return entries.length > 0 ? { srcSet: entries.join(', ') } : {}
}

/** A content page. */
export function readPage(value: unknown): ContentPageData {
  if (!isObject(value) || !isObject(value.content)) throw new TypeError('not a page of the CMS')
  const fields = readFields(value)
  return {
    id: readId(value.id) ?? 0,
    slug: text(value.slug),
    title: readText(value.title),
    excerpt: readExcerpt(value.excerpt),
    content: readContent(value.content),
    picture: readPicture(fields.image ?? fields.mast_image, fields.image_alt),
  }
}

/** A blog post, or undefined if it has no id or address. */
export function readPost(value: Json): BlogPost | undefined {
  const id = readId(value.id)
  const slug = text(value.slug)
  if (id === undefined || !slug) return undefined
  const featured = featuredOf(value)
  return {
    id,
    slug,
    title: readText(value.title),
    excerpt: readExcerpt(value.excerpt),
    content: readContent(value.content),
    acf: { mast_image: mastPictureOf(readFields(value).mast_image) },
    cardHeaderUrl: featured?.src ?? '',
    featured,
    pageHeaderImage: null,
  }
}

/** The embedded featured picture, or the field `featured_image` if it is an address. */
function featuredOf(value: Json): Picture | undefined {
  const embedded = isObject(value._embedded) ? value._embedded['wp:featuredmedia'] : undefined
  const media: unknown = Array.isArray(embedded) ? embedded[0] : undefined
  return readPicture(isObject(media) ? media : undefined) ?? readPicture(value.featured_image)
}

function mastPictureOf(value: unknown): number | string | undefined {
  return (
    readId(value) ?? readPicture(value)?.src ?? (isObject(value) ? readId(value.id) : undefined)
  )
}

/** An item of a post type. */
export function readItem(value: Json): Item {
  const fields = readFields(value)
  return {
    title: readText(value.title),
    acf: {
      picture: readPicture(fields.image, fields.image_alt),
      url: text(fields.url) || text(fields.link) || undefined,
      text: text(fields.description) || text(fields.text) || undefined,
      plain: text(fields.plain) || undefined,
    },
  }
}

/** The first travel guide of an answer; undefined if there is none. */
export function readGuide(value: unknown): TravelGuide | undefined {
  const [first] = readList(value)
  if (!first) return undefined
  const fields = readFields(first)
  const ids: unknown = fields['things-to-do']
  return {
    regionName: text(fields.region_name),
    picture: readPicture(fields.image, fields.image_alt),
    intro: text(fields.text) || undefined,
    plain: text(fields.plain) || undefined,
    thingsToDo: (Array.isArray(ids) ? ids : [ids]).flatMap((id) => readId(id) ?? []),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
