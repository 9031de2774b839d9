import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { htmlToDOM } from 'html-react-parser'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { memoryHistory, Router } from '../../router'
import { describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { consentRead } from '../consent'
import { makeStore, renderWithStore } from '../../test/render'
import { expectAccessible } from '../../test/axe'
import { Article, loadArticle } from './Article'
import { takeLongTables } from './long-tables'
import { ContentImage } from './ContentImage'

const iframe = '<iframe src="https://www.youtube-nocookie.com/embed/x" title="Biscuit"></iframe>'
// As before each page that has such a text.
await loadArticle(iframe)

const show = (html: string, store = makeStore()) =>
  renderWithStore(<Article html={html} />, { store })
const article = (container: HTMLElement) => container.querySelector('.article')

describe('a text of the CMS', () => {
  it.each([
    ['without parts', ''],
    ['with an embedded page', iframe],
  ])('[BLOG-09] %s is shown paragraph by paragraph in its order', (_, end) => {
    const html =
      '<p class="aligncenter">One</p><h2>Two</h2><p>Th<b>re</b>e</p><ul><li>Four</li></ul>'
    const { container } = show(html + end)
    expect(article(container)?.innerHTML.startsWith(html)).toBe(true)
  })

  it('[BLOG-10] [BLOG-11] [BLOG-12] has a button in place of a Book now link: within the product, or to another host in a new tab', async () => {
    const { router } = show(
      `<p><a class="book-now" href="/holidays/HV101/gannet-sands">Book Now</a></p>
       <p><a class="book-now" href="https://other.example/park/2">Book Now</a></p>`,
    )
    const [internal, other] = screen.getAllByRole('link', { name: /^Book Now/ })
    expect(internal).not.toHaveAttribute('target')
    expect(other).toHaveAttribute('href', 'https://other.example/park/2')
    expect(other).toHaveAttribute('target', '_blank')
    expect(other).toHaveTextContent('Book Now (opens in a new tab)')
    const before = router.state.location.pathname
    await userEvent.click(internal as HTMLElement)
    expect(router.state.location.pathname).toBe('/holidays/HV101/gannet-sands')
    await act(() => router.navigate(-1))
    expect(router.state.location.pathname).toBe(before)
  })

  it('has a long table unparsed beside its parts, with links that navigate in place', async () => {
    const row = '<tr><td><a href="/help">Help</a></td><td>£5</td></tr>'
    const table = `<table><tbody>${row.repeat(400)}</tbody></table>`
    const { container, router } = show(
      `<p>Before</p><div role="region" aria-label="Times" class="article-table">${table}</div><p>After</p>${iframe}`,
    )
    const region = screen.getByRole('region', { name: 'Times' })
    expect(region.querySelectorAll('tr')).toHaveLength(400)
    expect(container.querySelectorAll('table')).toHaveLength(1)
    await userEvent.click(screen.getAllByRole('link')[399] as HTMLElement)
    expect(router.state.location.pathname).toBe('/help')
  })

  it('whose parts cannot be loaded says so, and requests nothing of another site', async () => {
    vi.resetModules()
    vi.doMock('./ArticleWithParts', () => {
      throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const fresh = await import('./Article')
    await fresh.loadArticle(iframe)
    const { container } = renderWithStore(<fresh.Article html={`<p>One</p>${iframe}`} />)
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded')
    expect(container.querySelector('iframe')).toBeNull()
    vi.doUnmock('./ArticleWithParts')
  })

  it.each([
    ['short tables', '<table><tr><td>a</td></tr></table>', 0],
    ['a table that does not end', `<p>a</p><table>${'<tr><td>a</td></tr>'.repeat(999)}`, 0],
    [
      'tables in a table',
      `<table><tr><td><table>${'x'.repeat(20_000)}</table></td></tr></table>`,
      0,
    ],
    ['an embedded page', `<table><tr><td><iframe>${'x'.repeat(20_000)}</td></tr></table>`, 0],
    [
      'two long tables',
      `a<table id="c-1">${'x'.repeat(20_000)}</table>b<table>${'y'.repeat(20_000)}</table>c`,
      2,
    ],
  ])('is the same text when its long tables are put back: %s', (_, html, expected) => {
    const { rest, tables } = takeLongTables(html)
    expect(tables).toHaveLength(expected)
    const back = rest.replaceAll(
      /<table data-long="(\d)"><\/table>/g,
      (_, at) => tables[Number(at)] ?? '',
    )
    expect(back).toBe(html)
  })
})

describe('an embedded page', () => {
  const frame = (container: HTMLElement) => container.querySelector('iframe')

  it('[BLOG-13] is 100% wide and 500 high when it gives no size', async () => {
    const { container } = show(`<p>A</p><p>${iframe}</p>`)
    expect(frame(container)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Load Biscuit' }))
    const loaded = frame(container)
    expect(loaded).toHaveAttribute('width', '100%')
    expect(loaded).toHaveAttribute('height', '500')
    expect(loaded).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/x')
    expect(loaded).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups')
    expect(loaded).toHaveAttribute('loading', 'lazy')
    expect(loaded).toHaveAttribute('title', 'Biscuit')
    expect(loaded?.parentElement?.tagName).toBe('P')
  })

  it('[BLOG-13] keeps its own size, in a box of that size until it is loaded', async () => {
    const { container } = show(iframe.replace('title', 'width="560" height="315" title'))
    const box = container.querySelector('.embed svg')
    expect([box?.getAttribute('width'), box?.getAttribute('height')]).toEqual(['560', '315'])
    await expectAccessible(container)
    await userEvent.click(screen.getByRole('button', { name: 'Load Biscuit' }))
    expect(frame(container)).toHaveAttribute('width', '560')
    expect(frame(container)).toHaveAttribute('height', '315')
  })

  it('[COOKIE-05] that was loaded by a press is removed when the visitor rejects, until the next press', async () => {
    const store = makeStore()
    store.dispatch(consentRead('unknown'))
    const { container } = show(iframe, store)
    const load = () => userEvent.click(screen.getByRole('button', { name: 'Load Biscuit' }))
    await load()
    expect(frame(container)).toBeInTheDocument()
    act(() => void store.dispatch(consentRead('rejected')))
    expect(frame(container)).toBeNull()
    await load()
    expect(frame(container)).toBeInTheDocument()
  })

  it('is loaded at once when cookies were accepted', () => {
    const store = makeStore()
    store.dispatch(consentRead('accepted'))
    const { container } = show(iframe, store)
    expect(frame(container)).toBeInTheDocument()
  })

  it.each(['http://a.example/x', 'javascript:alert(1)', 'data:text/html,x', ''])(
    'from %s is left out',
    (src) => {
      const { container } = show(`<p>A</p><iframe src="${src}"></iframe><p>B</p>`)
      expect(frame(container)).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
      expect(container).toHaveTextContent('AB')
    },
  )
})

it('a picture that failed before the page was interactive is replaced by the placeholder', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  const picture = { src: '/gone.jpg', srcSet: '/gone.jpg 1x', alt: 'A pier' }
  render(<ContentImage picture={picture} sizes="100vw" className="" />)
  expect(screen.getByRole('img')).toHaveAttribute('src', `/${brand.siteCode}/placeholder.svg`)
  expect(screen.getByRole('img')).not.toHaveAttribute('srcset')
})

/** Names, attributes and texts of parsed HTML. */
type Tree = string | [name: string, attributes: object, children: Tree[]]
interface Parsed {
  type: string
  data?: string
  name?: string
  attribs?: object
  children?: Parsed[]
}
/** The parser of the server's build: see vite.server.config.ts. */
const serverParser = '../../../node_modules/html-dom-parser/esm/index.mjs'
const { default: parseOnServer } = (await import(/* @vite-ignore */ serverParser)) as {
  default: (html: string, options: object) => Parsed[]
}

const treeOf = (nodes: readonly Parsed[]): Tree[] =>
  nodes.map(({ type, data = '', name = '', attribs, children = [] }) =>
    type === 'text' ? data : [name, { ...attribs }, treeOf(children)],
  )

it.each([
  ['entities', '<p>Fish &amp; chips&nbsp;– 5&nbsp;£ &lt;b&gt; &#x1F6B2; &hellip;</p>'],
  ['lists in lists', '<ul><li>One<ul><li>Two</li></ul></li><li><p>Three</p></li></ul>'],
  [
    'tables',
    '<table><caption>Prices</caption><tbody><tr><th>A</th><td>1<br/>2</td></tr></tbody></table>',
  ],
  [
    'figures',
    '<figure class="wp-block-image"><img src="/a.jpg" alt="A &quot;b&quot;"/><figcaption>C</figcaption></figure>',
  ],
  ['frames', '<p>A</p><iframe src="https://a.example/x?a=1&amp;b=2" allowfullscreen=""></iframe>'],
  ['spaces and lines', '<p>\n  One\n</p>\n\n<pre>a\n  b</pre><p></p>'],
])('the parser of the server reads %s as the browser’s parser does', (_, html) => {
  const options = { lowerCaseAttributeNames: false }
  const actual = treeOf(htmlToDOM(html, options) as unknown as Parsed[])
  expect(treeOf(parseOnServer(html, options))).toEqual(actual)
})

it('the server renders no frame, and a button for a Book now link', () => {
  const html =
    '<p>One <a href="/park/x">link</a></p><p><a class="book-now" href="/help">Book Now</a></p><iframe src="https://a.example/x"></iframe>'
  const store = makeStore()
  const text = renderToString(
    <Provider store={store}>
      <Router history={memoryHistory('/')}>
        <Article html={html} />
      </Router>
    </Provider>,
  )
  expect(text).toContain('Book Now')
  expect(text).toContain('Load')
  expect(text).not.toContain('style=')
  expect(text).not.toContain('<iframe')
})
