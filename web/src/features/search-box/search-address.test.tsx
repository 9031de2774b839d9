import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { region } from '../../test/catalogue'
import { holdAnswers } from '../../test/held-server'
import { readyStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { initData } from '../../test/search-store'
import { ok } from '../../test/server'
import { visit } from '../../test/visit'

const serve = () =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/api/channelregions': ok({ regions: {} }),
  })

/** Opens the results with exactly these parameters in the address. */
async function open(parameters: Record<string, string>) {
  serve()
  return visit(`/results?${new URLSearchParams(parameters).toString()}`)
}

const box = () => within(screen.getByRole('search'))
const where = () => box().getByRole('combobox', { name: 'Where' })
const nights = () => box().getByRole('combobox', { name: 'Staying for how long?' })
/** The search box's button: the first one; the form for narrow screens has another. */
const searchButton = () => box().getAllByRole('button', { name: 'Search' })[0]
const cornwall = { channel: 'ukcaravan', region: '12' }

beforeEach(() => resizeTo(1280))

describe('the search box is filled from the address', () => {
  it('[SRCH-48] with channel and region', async () => {
    await open({ channel: 'uklodge', region: '40' })
    expect(box().getByRole('button', { name: /Holiday Type/ })).toHaveTextContent('UK Lodge Breaks')
    expect(where()).toHaveValue('Wales')
  })

  it('[SRCH-48] with the default channel when the address has an unknown one', async () => {
    await open({ channel: 'spaceships', region: '12' })
    expect(box().getByRole('button', { name: /Holiday Type/ })).toHaveTextContent(
      'UK Holiday Parks',
    )
  })

  it('[SRCH-49] [SRCH-52] with nights as a whole number, ignoring other text', async () => {
    const page = await open({ ...cornwall, nights: '4' })
    expect(nights()).toHaveDisplayValue('4 nights')
    page.leave()
    await open({ ...cornwall, nights: 'four' })
    expect(nights()).toHaveDisplayValue('3 nights')
  })

  it('[SRCH-50] with a date, if it is valid', async () => {
    const page = await open({ ...cornwall, date: '27/11/2026' })
    expect(box().getByRole('button', { name: /^When/ })).toHaveTextContent('Fri 27th Nov')
    page.leave()
    await open({ ...cornwall, date: '31/02/2027' })
    expect(box().getByRole('button', { name: /^When/ })).toHaveTextContent('Sun 22nd Nov')
  })

  it('[SRCH-51] with adults, children and infants', async () => {
    const { user } = await open({ ...cornwall, adults: '3', children: '2', infants: '1' })
    await user.click(box().getByRole('button', { name: /Your Party/ }))
    for (const [name, count] of [
      ['Adults', '3'],
      ['Children', '2'],
      ['Under 5s', '1'],
    ] as const)
      expect(await screen.findByRole('spinbutton', { name })).toHaveValue(count)
  })

  it.each([
    ['y', true],
    ['Y', true],
    ['n', false],
    ['', false],
    ['perhaps', false],
  ])('[SRCH-53] with dogs=%s', async (dogs, chosen) => {
    await open({ ...cornwall, dogs })
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Dog(s)' })
    expect(box.checked).toBe(chosen)
  })

  it('[SRCH-54] with offers and features, which the filters then show as chosen', async () => {
    await open({ ...cornwall, offers: 'OFF1', features: '0' })
    expect(await screen.findByRole('checkbox', { name: /Indoor pool/ })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Hot tub/ })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: /Early booking/ })).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: /Kids go free/, checked: true })).toBeNull()
  })
})

describe('the region of the collapsed search box', () => {
  const summary = () => screen.getByRole('button', { name: /nights •/ })

  it('reads All of the UK for all regions, and the name of one', async () => {
    resizeTo(390)
    const page = await open({ channel: 'ukcaravan', region: 'all-regions', date: '24/11/2026' })
    expect(summary()).toHaveTextContent('All of the UK')
    page.leave()
    await open(cornwall)
    expect(summary()).toHaveTextContent('Cornwall')
  })
})

describe('the field Your Party', () => {
  it('[SRCH-73] has at least one adult, on boats two, but does not change a smaller number', async () => {
    const { user, store } = await open({ ...cornwall, nights: '3', adults: '2' })
    const fewer = () => screen.getByRole('button', { name: 'Decrease Adults' })
    await user.click(box().getByRole('button', { name: /Your Party/ }))
    await user.click(fewer())
    expect(fewer()).toHaveAttribute('aria-disabled', 'true')
    await user.click(fewer())
    expect(screen.getByRole('spinbutton', { name: 'Adults' })).toHaveValue('1')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await user.click(box().getByRole('button', { name: /Holiday Type/ }))
    await user.click(screen.getByRole('option', { name: 'Boating Holidays' }))
    expect(screen.getByText('Min. 2 adults for Boating holidays.')).toBeVisible()
    expect(store.getState().search.adults).toBe(1)
    await user.click(box().getByRole('button', { name: /Your Party/ }))
    await user.click(screen.getByRole('button', { name: 'Increase Adults' }))
    expect(fewer()).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('the search button', () => {
  it('[SRCH-26] is enabled when date, nights, party and place are valid', async () => {
    await open({ ...cornwall, date: '24/11/2026', nights: '3', adults: '2' })
    expect(searchButton()).not.toHaveAttribute('aria-disabled')
  })

  it('[SRCH-25] [SRCH-76] is disabled for a region in which nothing is sold', async () => {
    const regions = {
      ...initData.regions,
      uklodge: { '41': region('41', 'Cornwall', { parkCount: 0 }) },
    }
    serve()
    await visit('/results?channel=uklodge&region=41&nights=3', readyStore({ ...initData, regions }))
    expect(searchButton()).toHaveAttribute('aria-disabled', 'true')
  })

  it('[SRCH-74] is disabled, with a note, for one adult on a boat, until adults or channel change', async () => {
    const { user } = await open({ ...cornwall, nights: '3', adults: '1' })
    const note = () => screen.queryByText('Min. 2 adults for Boating holidays.')
    const choose = async (channel: string) => {
      // The list stays open for a moment after a choice.
      if (screen.queryByRole('option', { name: channel }) === null)
        await user.click(box().getByRole('button', { name: /Holiday Type/ }))
      await user.click(screen.getByRole('option', { name: channel }))
    }
    expect(note()).toBeNull()
    await choose('Boating Holidays')
    expect(note()).toBeVisible()
    expect(searchButton()).toHaveAttribute('aria-disabled', 'true')
    await choose('UK Lodge Breaks')
    expect(note()).toBeNull()
    await choose('Boating Holidays')
    await user.click(box().getByRole('button', { name: /Your Party/ }))
    await user.click(screen.getByRole('button', { name: 'Increase Adults' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(note()).toBeNull()
  })
})
