import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NearHome, NearStay } from '../../api/schema'
import { expectAccessible } from '../../test/axe'
import { holdAnswers } from '../../test/held-server'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { ok } from '../../test/server'
import { visit } from '../../test/visit'
import { driveText, nearHomeAddress, readNearHome } from './near-home'

const path = '/api/nearhome'
const server = () =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/json-files/mega-menu-MT.json': 'no answer',
  })
const stay: NearStay = {
  parkId: 'A',
  name: 'Park A',
  slug: 'park-a',
  channel: 'uklodge',
  regn: '12',
  regionName: 'Cornwall',
  town: 'Bude',
  images: [],
  bubbles: '',
  reviewCount: 0,
  date: '27/11/2026',
  nights: 4,
  price: '89.50',
  unitsLeft: 1,
  minutes: 80,
  miles: 50,
  about: true,
}
const answer = (changes: Partial<NearHome> = {}): NearHome => ({
  from: 'YO1',
  stays: [stay],
  count: 1,
  pageCount: 1,
  choices: [{ when: 'day-2027-06', from: '01/06/2027', to: '30/06/2027' }],
  ...changes,
})

beforeEach(() => resizeTo(1280))

describe('holidays near home', () => {
  it('asks for half a postcode, and shows the stays of the party within the drive', async () => {
    const { pending, to } = server()
    const visited = await visit('/near-home')
    await pending(path).answer(answer({ from: '', stays: [], count: 0 }))
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('First half of your postcode'), 'yo19 5xx')
    await user.selectOptions(screen.getByLabelText('How far'), '3 hours')
    await user.selectOptions(screen.getByLabelText('When'), 'Any day in June 2027')
    await user.selectOptions(screen.getByLabelText('Children, 5 to 17'), '2')
    await user.click(screen.getByRole('button', { name: 'Show holidays' }))
    expect(visited.address()).toBe(
      '/near-home?from=YO19&reach=180&nights=7&when=day-2027-06&adults=2&children=2&infants=0',
    )
    expect(to(path).at(-1)?.query).toEqual({
      postcode: 'YO19',
      within: '180',
      nights: '7',
      when: 'day-2027-06',
      adults: '2',
      children: '2',
      under5s: '0',
      page: '1',
    })
    await pending(path).answer(answer({ from: 'YO19' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Holidays near YO19')
    expect(screen.getByText(/within 3 hours of YO19/).closest('p')).toHaveTextContent(
      '1 place within 3 hours of YO19. Price for the whole stay, 2 adults, 2 children. Driving times with ‘about’ are estimated from the distance.',
    )
    expect(screen.getByRole('article')).toHaveTextContent(
      'ONLY 1 LEFTBudePark AUK Lodge Breaks. About 1 h 20 min from YO19, 50 miles.',
    )
    const link = new URL(
      screen.getByRole('link', { name: 'Park A' }).getAttribute('href') ?? '',
      'http://x',
    )
    expect(link.pathname).toBe('/park-result/A/park-a')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      channel: 'uklodge',
      date: '27/11/2026',
      nights: '4',
      adults: '2',
      children: '2',
    })
    await expectAccessible(visited.container)
  })

  it('says at the field what is wrong with a postcode', async () => {
    const { pending } = server()
    await visit('/near-home?from=ZZ1&reach=60mi')
    await pending(path).refuse(
      400,
      'INVALID_NEAR',
      'Please enter the first half of a British postcode, such as YO1.',
    )
    expect(screen.getByLabelText('First half of your postcode')).toHaveAccessibleDescription(
      /such as YO1/,
    )
    expect(screen.getByLabelText('How far')).toHaveDisplayValue('60 miles')
  })

  it('says that nothing is near enough', async () => {
    const { pending } = server()
    await visit('/near-home?from=YO1&dogs=y')
    await pending(path).answer(answer({ stays: [], count: 0, pageCount: 0 }))
    expect(screen.getByText(/^No stay for 2 adults/)).toHaveTextContent(
      'No stay for 2 adults is on sale within 2 hours of YO1 on these dates. Try a longer drive, other nights or any date.',
    )
  })
})

it('what an address of the page cannot say is replaced by what is usual', () => {
  const usual = readNearHome('')
  expect(readNearHome('?reach=5&nights=x&adults=two&when=soon&page=-1&dogs=maybe')).toEqual(usual)
  const all = {
    ...usual,
    from: 'PL25',
    reach: '60mi',
    nights: 3,
    when: 'day-2027-06',
    under5s: 1,
    dogs: true,
    page: 2,
  }
  expect(readNearHome(nearHomeAddress(all).replace(/^[^?]*/, ''))).toEqual(all)
})

it.each([
  [5, 0, 'About 5 min from YO1, 0 miles'],
  [60, 1, 'About 1 h from YO1, 1 mile'],
  [135, 92, 'About 2 h 15 min from YO1, 92 miles'],
])('a drive of %i minutes in words', (minutes, miles, text) => {
  expect(driveText({ ...stay, minutes, miles }, 'YO1')).toBe(text)
  expect(driveText({ ...stay, minutes, miles, about: false }, 'YO1')).toBe(
    text.replace('About ', ''),
  )
})
