import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../test/axe'
import { CMS, wordPressPost, wordPressPosts } from '../../test/cms'
import { holdAnswers } from '../../test/held-server'
import { readyStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { initData } from '../../test/search-store'
import { settle, visit } from '../../test/visit'

const POSTS = `${CMS}/posts`
/** Calls of the page that these tests are not about. */
const UNANSWERED = {
  '/json-files/mega-menu-MT.json': 'no answer',
  '/api/cachedavailability': 'no answer',
} as const
const server = () => holdAnswers(UNANSWERED)
const TITLE = 'Latest Posts From The Blog'

/** Answers the call for the number of posts. */
async function total(held: ReturnType<typeof server>, count: number | string) {
  await held.pending(POSTS).send([wordPressPost(1)], { headers: { 'X-WP-Total': String(count) } })
  await settle()
}

async function list(held: ReturnType<typeof server>, from: number, count: number) {
  await held.pending(POSTS).send(wordPressPosts(from, count))
  await settle()
}

const heading = () => screen.getByRole('heading', { level: 1 })
const cards = () => screen.queryAllByRole('article')
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((h) => h.textContent)
const more = () => screen.queryByRole('link', { name: 'View More' })
const queries = (held: ReturnType<typeof server>) => held.to(POSTS).map(({ search }) => search)

beforeEach(() => resizeTo(1280))

describe('the list', () => {
  it('[BLOG-01] [BLOG-02] [ROUTE-08] shows the posts under their title', async () => {
    const held = server()
    const page = await visit('/blog')
    expect(heading()).toHaveTextContent(TITLE)
    await total(held, 2)
    await list(held, 20, 2)
    expect(cards()).toHaveLength(2)
    const card = within(cards()[0] as HTMLElement)
    expect(card.getByRole('img', { name: 'A lake' })).toHaveAttribute(
      'src',
      'https://cms.test/uploads/lake-20.jpg',
    )
    expect(card.getByRole('heading', { name: 'Lakes & lodges – 20' })).toBeVisible()
    expect(card.getByText('Five quiet shores, number 20…')).toHaveClass('line-clamp-2')
    expect(card.getByRole('link', { name: /^Read More/ })).toHaveAttribute('href', '/blog/post-20')
    await waitFor(() => expect(document.title).toBe(`${TITLE} | Meridian Times Holidays`))
    await expectAccessible(page.container)
  })

  it('[BLOG-22] [BLOG-23] [BLOG-24] asks for the total once, then for pages of 12, and makes no call when all posts are loaded', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 13)
    await list(held, 30, 12)
    await page.user.click(more() as HTMLElement)
    await list(held, 18, 1)
    const fields =
      '&_embed=wp:featuredmedia&_fields=_links,_embedded,acf,title,content,excerpt,slug,featured_image,id'
    expect(queries(held)).toEqual([
      '?per_page=1',
      `?per_page=12&page=1${fields}`,
      `?per_page=12&page=2${fields}`,
    ])
    expect(cards()).toHaveLength(13)
    await page.goTo('/login')
    await page.goTo('/blog')
    expect(queries(held)).toHaveLength(3)

    const empty = holdAnswers(UNANSWERED)
    page.leave()
    await visit('/blog')
    await total(empty, 0)
    expect(queries(empty)).toEqual(['?per_page=1'])
    expect(screen.getByText('There are no blog posts at the moment.')).toBeVisible()
  })

  it('[BLOG-03] [BLOG-18] View More adds the next posts below, and none that is there already', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 24)
    await list(held, 30, 12)
    await page.user.click(more() as HTMLElement)
    // A post was published meanwhile: the next page repeats the last post of this one.
    await list(held, 19, 12)
    expect(titles()).toEqual(
      Array.from({ length: 23 }, (_, index) => `Lakes & lodges – ${30 - index}`),
    )
  })

  it.each([
    [24, 12, true],
    [13, 12, true],
    [12, 12, false],
    [5, 5, false],
  ])(
    '[BLOG-04] with %i posts of which %i are shown, View More is shown: %s',
    async (count, held, has) => {
      const answers = server()
      await visit('/blog')
      await total(answers, count)
      await list(answers, 90, held)
      expect(more() !== null).toBe(has)
    },
  )

  it('shows only the first page when the total cannot be read', async () => {
    const held = server()
    await visit('/blog')
    await total(held, 'many')
    await list(held, 30, 12)
    expect(cards()).toHaveLength(12)
    expect(more()).toBeNull()
  })

  it('[BLOG-05] says under the title Error that posts cannot be fetched, and fetches them again on Retry', async () => {
    const held = server()
    const page = await visit('/blog')
    await held.pending(POSTS).lose()
    expect(heading()).toHaveTextContent('Error')
    expect(screen.getByRole('alert')).toHaveTextContent('Unable to fetch blog data')
    await page.user.click(screen.getByRole('button', { name: 'Retry' }))
    await total(held, 1)
    await list(held, 9, 1)
    expect(heading()).toHaveTextContent(TITLE)
    expect(cards()).toHaveLength(1)
  })

  it('[BLOG-25] stores a rejection without a message as An error occurred', async () => {
    const held = server()
    const { store } = await visit('/blog')
    await held.pending(POSTS).send({ code: 'x' }, { status: 502 })
    expect(store.getState().blog?.error).toEqual({ 'the list': 'An error occurred' })
    expect(store.getState().blog?.fetching).toEqual({ 'the list': 'rejected' })
  })

  it('keeps its posts and title when a later page fails, and View More tries again', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 24)
    await list(held, 30, 12)
    await page.user.click(more() as HTMLElement)
    await held.pending(POSTS).lose()
    expect(heading()).toHaveTextContent(TITLE)
    expect(cards()).toHaveLength(12)
    expect(screen.getByRole('alert')).toHaveTextContent('Unable to fetch blog data')
    await page.user.click(more() as HTMLElement)
    expect(screen.queryByRole('alert')).toBeNull()
    await list(held, 18, 12)
    expect(cards()).toHaveLength(24)
    expect(more()).toBeNull()
  })

  it('makes one call for two presses, also on different pages', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 36)
    await list(held, 50, 12)
    await page.user.dblClick(more() as HTMLElement)
    expect(held.held(POSTS)).toHaveLength(1)
    await page.goTo('/blog/post-50')
    await page.back()
    await page.user.click(more() as HTMLElement)
    expect(held.held(POSTS).filter(({ search }) => search.includes('&page=2'))).toHaveLength(1)
    expect(held.to(POSTS).filter(({ search }) => search.includes('&page=2'))).toHaveLength(1)
  })

  it('has the focus on the first new post after View More, and says how many are shown', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 13)
    await list(held, 30, 12)
    await page.user.click(more() as HTMLElement)
    await held.pending(POSTS).lose()
    expect(more()).toHaveFocus()
    await page.user.click(more() as HTMLElement)
    await list(held, 18, 1)
    expect(screen.getByRole('link', { name: 'Read More: Lakes & lodges – 18' })).toHaveFocus()
    expect(screen.getByText('Showing 13 of 13 posts')).toHaveAttribute('role', 'status')
    expect(more()).toBeNull()
  })

  it('begins with the page in the address, which View More links to', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 30)
    await list(held, 60, 12)
    expect(more()).toHaveAttribute('href', '/blog?page=2')
    await page.goTo('/blog?page=2')
    await list(held, 48, 12)
    expect(titles()[0]).toBe('Lakes & lodges – 48')
    expect(cards()).toHaveLength(12)
    await waitFor(() => expect(document.title).toBe(`${TITLE}, page 2 | Meridian Times Holidays`))
    await page.user.click(more() as HTMLElement)
    await list(held, 36, 6)
    expect(cards()).toHaveLength(18)
    expect(screen.getByText('Showing 30 of 30 posts')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Newer posts' })).toHaveAttribute('href', '/blog')
  })

  it('ignores an answer for a page that the visitor has left', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 30)
    await page.goTo('/blog?page=2')
    const [first, second] = held.all(POSTS, 2)
    await second.send(wordPressPosts(48, 12))
    await first.send(wordPressPosts(60, 12))
    await settle()
    expect(titles()[0]).toBe('Lakes & lodges – 48')
    expect(cards()).toHaveLength(12)
  })

  it('shows Not found for a page after the last', async () => {
    const held = server()
    await visit('/blog?page=4')
    await total(held, 30)
    expect(heading()).toHaveTextContent("Sorry, we can't find that page")
    expect(queries(held)).toEqual(['?per_page=1'])
  })

  it('keeps its posts on Back, and is complete after it was left while it loaded', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 13)
    await list(held, 30, 12)
    await page.user.click(more() as HTMLElement)
    await page.goTo('/login')
    await list(held, 18, 1)
    await page.back()
    expect(cards()).toHaveLength(13)
    expect(held.held(POSTS)).toHaveLength(0)
  })

  it('shows no error and no View More when posts were withdrawn and the next page does not exist', async () => {
    const held = server()
    const page = await visit('/blog')
    await total(held, 13)
    await list(held, 30, 12)
    await page.user.click(more() as HTMLElement)
    await held.pending(POSTS).send({ code: 'rest_post_invalid_page_number' }, { status: 400 })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(more()).toBeNull()
  })

  it('leaves a broken post out', async () => {
    const held = server()
    await visit('/blog')
    await total(held, 3)
    await held.pending(POSTS).send([wordPressPost(3), { id: 'x' }, null, wordPressPost(1)])
    await settle()
    expect(titles()).toEqual(['Lakes & lodges – 3', 'Lakes & lodges – 1'])
  })

  it('[BLOG-16] [BLOG-17] the store holds the posts, opened posts by slug, total and page, each fetch pending, then fulfilled or rejected', async () => {
    const held = server()
    const store = readyStore(initData)
    const page = await visit('/blog', store)
    const blog = () => store.getState().blog
    expect(blog()).toMatchObject({ postsData: [], blogPosts: {}, page: 0 })
    expect(blog()?.fetching).toEqual({ 'the list': 'pending' })
    await total(held, 13)
    await list(held, 30, 12)
    expect(blog()).toMatchObject({ totalPosts: 13, page: 1 })
    expect(blog()?.postsData).toHaveLength(12)
    expect(blog()?.fetching).toEqual({ 'the list': 'fulfilled' })
    await page.goTo('/blog/post-30')
    expect(blog()?.fetching).toMatchObject({ 'post-30': 'pending' })
    await held.pending(POSTS).send([wordPressPost(30)])
    expect(Object.keys(blog()?.blogPosts ?? {})).toEqual(['post-30'])
    expect(blog()?.fetching).toMatchObject({ 'post-30': 'fulfilled' })
    await page.goTo('/blog/none')
    await held.pending(POSTS).send([])
    expect(blog()?.fetching).toMatchObject({ none: 'rejected' })
  })
})

describe('a post', () => {
  const open = async (own: object = {}, slug = 'post-7') => {
    const held = server()
    const page = await visit(`/blog/${slug}`)
    await held.pending(POSTS).send([wordPressPost(7, own)])
    await settle()
    return { held, page }
  }
  const header = () => document.querySelector('article img')

  it('[BLOG-06] has its header picture and title on top, then its content', async () => {
    const { held, page } = await open({ content: { rendered: '<p>First.</p><p>Second.</p>' } })
    expect(queries(held)).toEqual([
      '?slug=post-7&_embed=wp:featuredmedia&_fields=_links,_embedded,acf,title,content,excerpt,slug,featured_image,id',
    ])
    const [article] = screen.getAllByRole('article')
    const order = [...(article?.querySelectorAll('img, h1, .article p') ?? [])]
    expect(order.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['IMG', ''],
      ['H1', 'Lakes & lodges – 7'],
      ['P', 'First.'],
      ['P', 'Second.'],
    ])
    await waitFor(() => expect(document.title).toBe('Lakes & lodges – 7 | Meridian Times Holidays'))
    await expectAccessible(page.container)
  })

  it('[BLOG-07] [BLOG-15] [BLOG-21] has its mast picture on top, and the featured one when that cannot be loaded', async () => {
    const first = await open({ acf: { mast_image: 821 } })
    const mast = 'https://cms.test/uploads/mast.jpg'
    const sizes = { 400: { source_url: `${mast}-400`, width: 400 } }
    await first.held
      .pending(`${CMS}/media/821`)
      .send({ id: 821, source_url: mast, media_details: { sizes } })
    expect(header()).toHaveAttribute('src', mast)
    expect(header()).toHaveAttribute('srcset', `${mast}-400 400w`)
    expect(first.page.store.getState().blog?.blogPosts['post-7']?.pageHeaderImage).toBe(mast)
    first.page.leave()

    const second = await open({ acf: { mast_image: 821 } })
    await second.held.pending(`${CMS}/media/821`).send({ code: 'gone' }, { status: 404 })
    expect(heading()).toHaveTextContent('Lakes & lodges')
    expect(header()).toHaveAttribute('src', 'https://cms.test/uploads/lake-7.jpg')
    expect(second.page.store.getState().blog?.blogPosts['post-7']?.pageHeaderImage).toBeNull()
    second.page.leave()

    await open()
    expect(header()).toHaveAttribute('src', 'https://cms.test/uploads/lake-7.jpg')
  })

  it('has a drawn scene in the shape of the mast on wide screens, and a photograph cropped', async () => {
    const scene = '/images/scenes/canal-lock/narrowboat-noon/1'
    const { page } = await open({
      _embedded: { 'wp:featuredmedia': [{ id: 9, source_url: `${scene}.svg` }] },
    })
    expect(header()).toHaveAttribute('src', `${scene}.svg`)
    const source = header()?.parentElement?.querySelector('source')
    expect(source).toHaveAttribute('srcset', `${scene}-mast.svg`)
    expect(source).toHaveAttribute('media', '(min-width: 992px)')
    page.leave()

    await open()
    expect(header()?.parentElement?.querySelector('source')).toBeNull()
  })

  it('shows the placeholder on every screen when a drawn scene does not load', async () => {
    const source_url = '/images/scenes/canal-lock/narrowboat-noon/1.svg'
    await open({ _embedded: { 'wp:featuredmedia': [{ id: 9, source_url }] } })
    fireEvent.error(header() as Element)
    expect(header()).toHaveAttribute('src', '/MT/placeholder.svg')
    expect(document.querySelector('article source[srcset]')).toBeNull()
  })

  it('shows the placeholder for a post without any picture', async () => {
    await open({ _embedded: {} })
    expect(header()).toHaveAttribute('src', '/MT/placeholder.svg')
  })

  it('shows its excerpt only where the content does not begin with it', async () => {
    const { page } = await open()
    expect(screen.getByText('Five quiet shores, number 7…')).toBeVisible()
    page.leave()
    const { excerpt } = wordPressPost(7)
    await open({ excerpt: { ...excerpt, repeated: true } })
    expect(screen.queryByText('Five quiet shores, number 7…')).toBeNull()
  })

  it.each([
    ['[BLOG-20] there is none', [[], {}], 'Post not found'],
    ['the CMS fails', [{ code: 'x' }, { status: 502 }], 'An error occurred'],
    ['the answer is no list', [{ code: 'x' }, {}], 'An error occurred'],
  ] as [string, [unknown, { status?: number }], string][])(
    '[BLOG-08] says that it cannot be found when %s',
    async (_, answer, error) => {
      const held = server()
      const page = await visit('/blog/gone')
      await held.pending(POSTS).send(...answer)
      expect(heading()).toHaveTextContent('Could not find data for this blog')
      expect(page.store.getState().blog?.error).toEqual({ gone: error })
      const back = screen.getByRole('link', { name: 'Return to Blog' })
      expect(back).toHaveAttribute('href', '/blog')
      await page.user.click(back)
      expect(page.address()).toBe('/blog')
    },
  )

  it('[BLOG-19] [ROUTE-08] shows the first item of the answer for its slug', async () => {
    const held = server()
    await visit('/blog/post-7')
    expect(held.held(POSTS)).toHaveLength(1)
    expect(queries(held)[0]).toMatch(/[?&]slug=post-7(&|$)/)
    await held.pending(POSTS).send([wordPressPost(7), wordPressPost(8)])
    await settle()
    expect(heading()).toHaveTextContent('Lakes & lodges – 7')
  })

  it('a late answer does not replace the post opened after it', async () => {
    const held = server()
    const page = await visit('/blog/post-7')
    await page.goTo('/blog/post-8')
    const [first, second] = held.all(POSTS, 2)
    await second.send([wordPressPost(8)])
    await first.send([wordPressPost(7)])
    await settle()
    expect(heading()).toHaveTextContent('Lakes & lodges – 8')
    await page.back()
    expect(heading()).toHaveTextContent('Lakes & lodges – 7')
    expect(held.to(POSTS)).toHaveLength(2)
  })

  it('a post that does not exist is asked for only once', async () => {
    const held = server()
    const page = await visit('/blog/gone')
    await held.pending(POSTS).send([])
    await page.goTo('/login')
    await page.back()
    expect(heading()).toHaveTextContent('Could not find data for this blog')
    expect(held.to(POSTS)).toHaveLength(1)
  })

  it('a post that could not be loaded is asked for again at the next visit', async () => {
    const held = server()
    const page = await visit('/blog/post-7')
    await held.pending(POSTS).lose()
    await page.goTo('/login')
    await page.back()
    await held.pending(POSTS).send([wordPressPost(7)])
    await settle()
    expect(heading()).toHaveTextContent('Lakes & lodges – 7')
  })
})
