import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { StaticRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { consentRead } from '../consent'
import { makeStore, renderWithStore } from '../../test/render'
import { expectAccessible } from '../../test/axe'
import { Article } from './Article'
import { readHtml } from './text'
import { takeLongTables } from './long-tables'
import { ContentImage } from './ContentImage'
import { bookNowTarget, ownPath, saysBookNow } from './links'

const show = (html: string, store = makeStore()) =>
  renderWithStore(<Article html={html} />, { store })
const article = (container: HTMLElement) => container.querySelector('.article')

describe('links in a text of the CMS', () => {
  it.each([
    ['/help', '/help'],
    ['/blog/a?b=1#c', '/blog/a?b=1#c'],
    ['https://www.meridian.example/terms', '/terms'],
    ['http://meridian.example/terms?a=1', '/terms?a=1'],
    ['//www.meridian.example', '/'],
    ['https://staging.example/terms', '/terms'],
    ['https://other.example/terms', undefined],
    ['/content-pictures/a.jpg', undefined],
    ['mailto:a@b.example', undefined],
    ['https://evil.example/www.meridian.example', undefined],
  ])('%s leads within the product to %s', (href, path) => {
    expect(ownPath(href, 'staging.example')).toBe(path)
  })

  it.each([
    ['https://www.meridian.example/park/HV101/x?a=/park/#p', '/holidays/HV101/x?a=/park/#p'],
    ['/a/park/b/park/c', '/a/holidays/b/park/c'],
    ['https://other.example/park/1', 'https://other.example/park/1'],
  ])('[BLOG-11] [BLOG-12] Book Now on %s leads to %s', (href, to) => {
    expect(bookNowTarget(href)).toBe(to)
  })

  it.each([
    ['Book now', true],
    ['book_NOW-button.png', true],
    ['booknow.gif', true],
    ['Booking now open', false],
  ])('a picture named %s says Book now: %s', (words, says) => {
    expect(saysBookNow(undefined, words)).toBe(says)
  })
})

describe('a text of the CMS', () => {
  it('[BLOG-09] is shown paragraph by paragraph in its order', () => {
    const { container } = show('<p>One</p><h2>Two</h2><p>Th<b>re</b>e</p><ul><li>Four</li></ul>')
    const parts = [...(article(container)?.children ?? [])]
    expect(parts.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['P', 'One'],
      ['H2', 'Two'],
      ['P', 'Three'],
      ['UL', 'Four'],
    ])
  })

  it('[BLOG-10] has a button in place of a paragraph whose link wraps a Book now picture', async () => {
    const { container, router } = show(
      `<p>Before <a href="/terms">terms</a></p>
       <p>Book: <a href="https://www.meridian.example/park/HV101/gannet-sands"><img src="/x/Book%20Now.png"></a> today</p>
       <p><a href="/help"><img src="/a/beach.jpg" alt="A beach"></a></p>
       <p><a href="https://other.example/park/2"><img src="/x.png" alt="BOOK NOW"></a></p>
       <p><img src="/x/book-now.png" alt="Book now"></p>`,
    )
    const [internal, other] = screen.getAllByRole('link', { name: /^Book Now/ })
    expect(internal).toHaveAttribute('href', '/holidays/HV101/gannet-sands')
    expect(internal).not.toHaveAttribute('target')
    expect(other).toHaveAttribute('href', 'https://other.example/park/2')
    expect(other).toHaveAttribute('target', '_blank')
    expect(screen.getAllByRole('link', { name: /^Book Now/ })).toHaveLength(2)
    // A picture without a link, and a link around another picture, stay.
    expect(screen.getByRole('img', { name: 'Book now' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'A beach' })).toHaveAttribute('href', '/help')
    expect(container).not.toHaveTextContent('Book:')
    await userEvent.click(internal as HTMLElement)
    expect(router.state.location.pathname).toBe('/holidays/HV101/gannet-sands')
  })

  it('has links within the product, to other sites, to places in the text, and to files', () => {
    show(
      '<p><a id="o" href="https://meridian.example/help">own</a> <a href="https://o.example">other</a> <a href="#a">place</a> <a id="f" href="/f/a.pdf">file</a> <a id="a">mark</a></p>',
    )
    const link = (name: RegExp) => screen.getByRole('link', { name })
    expect(link(/^own$/)).toHaveAttribute('href', '/help')
    // Other links lead to these places.
    expect([link(/^own$/).id, link(/^file$/).id]).toEqual(['o', 'f'])
    expect(link(/^other/)).toHaveAttribute('rel', expect.stringContaining('noopener'))
    expect(link(/^place$/)).toHaveAttribute('href', '#a')
    expect(link(/^file$/)).not.toHaveAttribute('target')
    expect(screen.queryByRole('link', { name: 'mark' })).toBeNull()
  })

  it('has no style attributes, no classes of the product, and headings of level 1 as level 2', () => {
    const { container } = show(
      '<h1 style="position:fixed" class="fixed hidden aligncenter wp-block-heading">A</h1>',
    )
    expect(article(container)?.innerHTML).toBe('<h2 class="aligncenter wp-block-heading">A</h2>')
  })

  it('has tables that scroll and can be reached by the keyboard', async () => {
    const { container } = show(
      '<table><caption>Times</caption><thead><tr><th>When</th></tr></thead><tbody><tr><td>Now</td></tr></tbody></table>',
    )
    const region = screen.getByRole('region', { name: 'Times' })
    expect(region).toHaveAttribute('tabindex', '0')
    expect(within(region).getByRole('table')).toBeInTheDocument()
    await expectAccessible(container)
  })

  it('has a long table unparsed, with its frame, its caption and links that navigate in place', async () => {
    const row = '<tr><td><a href="/help">Help</a></td><td>£5</td></tr>'
    const table = `<table><caption>Times &amp; prices</caption><tbody>${row.repeat(400)}</tbody></table>`
    const { container, router } = show(
      `<p>Before</p><figure class="wp-block-table">${table}<figcaption>All of them</figcaption></figure><table><tbody><tr><td>Short</td></tr></tbody></table>`,
    )
    const region = screen.getByRole('region', { name: 'Times & prices' })
    expect(region.parentElement?.tagName).toBe('FIGURE')
    expect(region.querySelectorAll('tr')).toHaveLength(400)
    expect(container.querySelectorAll('table')).toHaveLength(2)
    expect(container).toHaveTextContent(/^Before.*All of themShort$/)
    await userEvent.click(within(region).getAllByRole('link')[399] as HTMLElement)
    expect(router.state.location.pathname).toBe('/help')
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

  it.each([
    ['an open element', '<p>One<p>Two <b>three'],
    ['stray ends', '</div><p>One</b></p></section>'],
    ['nothing', ''],
    ['text alone', 'One'],
    ['an empty figure', '<figure></figure><p></p>'],
  ])('with %s is shown without an error', (_, html) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(article(show(html).container)).toBeInTheDocument()
    expect(errors).not.toHaveBeenCalled()
  })
})

describe('an embedded page', () => {
  const iframe = '<iframe src="https://www.youtube-nocookie.com/embed/x" title="Biscuit"></iframe>'
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
  const actual = treeOf(readHtml(html) as unknown as Parsed[])
  expect(treeOf(parseOnServer(html, { lowerCaseAttributeNames: false }))).toEqual(actual)
})

it('the server renders no frame, and a button for a picture that says Book now', () => {
  const html =
    '<p>One <a href="/park/x">link</a></p><p><a href="/help"><img src="/book-now.png" alt=""></a></p><iframe src="https://a.example/x"></iframe>'
  const store = makeStore()
  const text = renderToString(
    <Provider store={store}>
      <StaticRouter location="/">
        <Article html={html} />
      </StaticRouter>
    </Provider>,
  )
  expect(text).toContain('Book Now')
  expect(text).toContain('Load')
  expect(text).not.toContain('style=')
  expect(text).not.toContain('<iframe')
})
