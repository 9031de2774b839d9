import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { expectAccessible } from '../../test/axe'
import { CMS } from '../../test/cms'
import { holdAnswers } from '../../test/held-server'
import { resizeTo } from '../../test/screen'
import { settle, visit } from '../../test/visit'

const GUIDES = `${CMS}/travel-guides/`
const THINGS = `${CMS}/things-to-do/`
const server = () =>
  holdAnswers({
    '/json-files/mega-menu-MT.json': 'no answer',
    '/api/cachedavailability': 'no answer',
  })
const guide = (ids: number[], own: object = {}) => [
  {
    acf: {
      region_name: 'Cornwall',
      'things-to-do': ids,
      text: '<p>Two coasts.</p>',
      plain: 'Two coasts.',
      ...own,
    },
  },
]
const thing = (id: number, own: object = {}) => ({
  title: { rendered: `Thing ${id} &amp; more`, plain: `Thing ${id} & more` },
  acf: { image: '/images/scenes/coast/none-noon/1.svg', text: `<p>Do ${id}.</p>`, ...own },
})
const heading = () => screen.getByRole('heading', { level: 1 })
const things = () => screen.queryAllByRole('heading', { level: 3 }).map((h) => h.textContent)

/** Opens the guide of Cornwall and answers it. */
async function open(ids: number[], path = '/travel-guide/cornwall/12') {
  const held = server()
  const page = await visit(path)
  await held.pending(GUIDES).send(guide(ids))
  await settle()
  return { held, page }
}

beforeEach(() => resizeTo(1280))

it('[GUIDE-01] [ROUTE-21] [CMS-04] asks for the guide of the region that the name in the path chooses', async () => {
  const { held, page } = await open([], '/travel-guide/cornwall/999')
  expect(held.to(GUIDES).map(({ query }) => query)).toEqual([
    { 'filter[meta_key]': 'region_name', 'filter[meta_value]': 'Cornwall', _fields: 'acf' },
  ])
  expect(heading()).toHaveTextContent('Cornwall Travel Guide')
  await waitFor(() =>
    expect(document.title).toBe('Cornwall Travel Guide | Meridian Times Holidays'),
  )
  await page.goTo('/travel-guide/isle-of-wight/12')
  expect(held.to(GUIDES).at(-1)?.query['filter[meta_value]']).toBe('Isle Of Wight')
})

it('has a drawn scene as a strip under its title, and another picture as it is', async () => {
  const sourceOf = async (image: string) => {
    const held = server()
    const page = await visit('/travel-guide/cornwall/12')
    await held.pending(GUIDES).send(guide([], { image }))
    await settle()
    const source = page.container.querySelector('main img')?.getAttribute('src')
    page.unmount()
    return source
  }
  expect(await sourceOf('/images/scenes/coast-village/cottage-cream/3.svg')).toBe(
    '/images/scenes/coast-village/cottage-cream/3-wide.svg',
  )
  expect(await sourceOf('/images/regions/12.svg')).toBe('/images/regions/12.svg')
})

it('[GUIDE-02] [CMS-03] [CMS-05] shows all things to do of the guide, in its order, fetched ten at a time', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => 40 - index)
  const { held, page } = await open(ids)
  expect(held.to(THINGS).map(({ search }) => decodeURIComponent(search))).toEqual([
    `?_fields=title,acf${ids
      .slice(0, 10)
      .map((id) => `&include[]=${id}`)
      .join('')}`,
    '?_fields=title,acf&include[]=30&include[]=29',
  ])
  const [first, second] = held.all(THINGS, 2)
  await second.send([thing(30), thing(29, { link: 'https://visit.example' })])
  await first.send(ids.slice(0, 10).map((id) => thing(id)))
  await settle()
  expect(things()).toEqual(ids.map((id) => `Thing ${id} & more`))
  const card = within(screen.getAllByRole('article').at(-1) as HTMLElement)
  expect(card.getByText('Do 29.')).toBeVisible()
  expect(card.getByRole('link', { name: /^Visit website/ })).toHaveAttribute('target', '_blank')
  expect(screen.getByText('Two coasts.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search holidays in Cornwall' })).toHaveAttribute(
    'href',
    '/results?channel=ukcaravan&region=12',
  )
  await expectAccessible(page.container)
})

it.each([
  ['without items', guide([])],
  ['of another region, as a CMS without the filter answers', guide([1], { region_name: 'Devon' })],
  ['that does not exist', []],
])('a guide %s says that there are none, and makes no second call', async (_, answer) => {
  const held = server()
  await visit('/travel-guide/cornwall/12')
  await held.pending(GUIDES).send(answer)
  await settle()
  expect(screen.getByText('There are no things to do listed for Cornwall yet.')).toBeVisible()
  expect(held.to(THINGS)).toHaveLength(0)
})

it('a region without a guide that the catalogue does not know is Not found', async () => {
  const held = server()
  await visit('/travel-guide/atlantis/77')
  await held.pending(GUIDES).send([])
  await settle()
  expect(heading()).toHaveTextContent("Sorry, we can't find that page")
})

it('a guide of a region that the catalogue does not know is shown under its name', async () => {
  const held = server()
  await visit('/travel-guide/channel-islands/77')
  await held.pending(GUIDES).send(guide([], { region_name: 'Channel islands' }))
  await settle()
  expect(heading()).toHaveTextContent('Channel Islands Travel Guide')
  expect(screen.queryByRole('link', { name: /^Search holidays in/ })).toBeNull()
})

it.each(['guide', 'items'])('a failure of the %s is said, and Retry loads it', async (which) => {
  const held = server()
  const page = await visit('/travel-guide/cornwall/12')
  if (which === 'guide') {
    await held.pending(GUIDES).lose()
  } else {
    await held.pending(GUIDES).send(guide([1]))
    await held.pending(THINGS).send({ code: 'x' }, { status: 502 })
  }
  expect(screen.getByRole('alert')).toHaveTextContent(
    'There was an error while loading. Please try again.',
  )
  await page.user.click(screen.getByRole('button', { name: 'Retry' }))
  await held.pending(GUIDES).send(guide([1]))
  await held.pending(THINGS).send([thing(1)])
  await settle()
  expect(things()).toEqual(['Thing 1 & more'])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a guide that is answered late does not replace the one opened since', async () => {
  const held = server()
  const page = await visit('/travel-guide/cornwall/12')
  await page.goTo('/travel-guide/devon/13')
  const [first, second] = held.all(GUIDES, 2)
  await second.send([{ acf: { region_name: 'devon', 'things-to-do': [2] } }])
  await first.send(guide([1]))
  for (const call of held.all(THINGS, 2)) {
    await call.send([thing(call.search.includes('=2') ? 2 : 1)])
  }
  await settle()
  expect(heading()).toHaveTextContent('Devon Travel Guide')
  expect(things()).toEqual(['Thing 2 & more'])
  await page.back()
  expect(things()).toEqual(['Thing 1 & more'])
})
