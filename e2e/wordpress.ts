import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A post, page, guide or card, as the REST API of WordPress sends it. */
export type WordPressItem = Record<string, unknown> & { id: number; slug: string; date: string }

/** A WordPress with the content of a site, which answers as WordPress does. */
export interface WordPress {
  /** The address of its REST API. */
  readonly url: string
  /** The address of its uploads. */
  readonly uploads: string
  readonly items: Record<string, WordPressItem[]>
  /** Its uploads, by name. */
  readonly files: Map<string, Buffer>
  /** The entries of its media library that the site does not have, by id. */
  readonly media: Map<number, unknown>
  stop(): Promise<void>
}

const KINDS = ['posts', 'pages', 'travel-guides', 'things-to-do', 'marketing-posts']

/** All items of a kind that a site publishes, as an editor would have written them. */
async function published(site: string, kind: string): Promise<WordPressItem[]> {
  const all: WordPressItem[] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${site}/cms/wp/v2/${kind}?per_page=100&page=${page}&_embed`)
    if (!answer.ok) throw new Error(`${kind}, page ${page}: ${answer.status}`)
    const written = (_: string, value: unknown) =>
      typeof value === 'string' ? asWritten(value) : value
    all.push(...(JSON.parse(await answer.text(), written) as []))
    if (page >= Number(answer.headers.get('x-wp-totalpages'))) return all
  }
}

/** HTML before the site has finished it: names of places, frames of tables, words about new tabs, 'Book now'. */
function asWritten(html: string): string {
  return html
    .replaceAll('id="c-', 'id="')
    .replaceAll('href="#c-', 'href="#')
    .replaceAll(/<div [^>]*class="article-table">(<table>.*?<\/table>)<\/div>/gs, '$1')
    .replaceAll('<span class="sr-only"> (opens in a new tab)</span>', '')
    .replaceAll(
      /<a class="book-now" (href="[^"]*")>Book Now<\/a>/g,
      '<a $1><img src="/images/hero/uklodge.svg" alt="Book now"></a>',
    )
}

/**
 * Starts a WordPress with everything that a site publishes. Like WordPress, it ignores a filter for
 * which it has no plugin, sends ten items unless it is asked for more, sorts by date unless told
 * otherwise, and leaves out the fields that were not asked for.
 */
export async function startWordPress(site: string): Promise<WordPress> {
  const items = Object.fromEntries(
    await Promise.all(KINDS.map(async (kind) => [kind, await published(site, kind)] as const)),
  )
  const files = new Map<string, Buffer>()
  const media = new Map<number, unknown>()
  const server = createServer((request, response) => {
    void answer({ site, items, files, media }, request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  return {
    url: `${base}/wp-json/wp/v2`,
    uploads: `${base}/wp-content/uploads`,
    items,
    files,
    media,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

type Content = Pick<WordPress, 'items' | 'files' | 'media'> & { site: string }

async function answer(
  { site, items, files, media }: Content,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wordpress')
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers })
      .end(JSON.stringify(body))
  const wrong = (status: number, code: string) =>
    send(status, { code, message: 'Said by WordPress.', data: { status } })

  const file = files.get(pathname.replace('/wp-content/uploads/', ''))
  if (file) return void response.writeHead(200).end(file)
  const [kind = '', id] = pathname.replace('/wp-json/wp/v2/', '').split('/')
  if (kind === 'media') {
    const entry = media.get(Number(id))
    if (entry) return void send(200, entry)
    const found = await fetch(`${site}/cms/wp/v2/media/${id}`)
    return void (found.ok ? send(200, await found.json()) : wrong(404, 'rest_post_invalid_id'))
  }
  const all = items[kind]
  if (!all) return void wrong(404, 'rest_no_route')
  const fields = searchParams.get('_fields')?.split(',')
  const chosen = (item: WordPressItem) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => fields?.includes(name) ?? true))
  if (id) {
    const one = all.find((item) => item.id === Number(id))
    return void (one ? send(200, chosen(one)) : wrong(404, 'rest_post_invalid_id'))
  }
  const list = listed(all, searchParams)
  const perPage = Number(searchParams.get('per_page') ?? 10)
  const page = Number(searchParams.get('page') ?? 1)
  const pages = Math.ceil(list.length / perPage)
  if (page > Math.max(pages, 1)) return void wrong(400, 'rest_post_invalid_page_number')
  const some = list.slice((page - 1) * perPage, page * perPage)
  send(200, some.map(chosen), {
    'X-WP-Total': String(list.length),
    'X-WP-TotalPages': String(pages),
  })
}

/** The items that a list asks for, in its order. */
function listed(all: readonly WordPressItem[], asked: URLSearchParams): WordPressItem[] {
  const slug = asked.get('slug')
  const ids = asked.getAll('include[]').map(Number)
  const list = all.filter(
    (item) => (slug === null || item.slug === slug) && (ids.length === 0 || ids.includes(item.id)),
  )
  return asked.get('orderby') === 'include'
    ? list.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    : list.toSorted((one, other) => other.date.localeCompare(one.date))
}
