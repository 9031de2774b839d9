import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Promotion } from '../api'
import { brand } from '../brands'
import { expectAccessible } from '../test/axe'
import { initData } from '../test/catalogue'
import { readyStore, renderWithStore } from '../test/render'
import { ok, serve, type Answer, type Answers } from '../test/server'
import { Home } from '../features/home/pages'
import { SearchBox } from '../features/search-box'
import { selectArrivalRules, selectOfferDates, type SearchRoot } from '../features/search'
import { isArrivalPickable } from '../rules/calendar'
import { chooseNewspaper } from '../features/promotion/submit-gate'
import { Gate, loadGate } from '../features/promotion/parts'
import { promotionPassed } from '../features/promotion/state'

await loadGate()
await import('../features/promotion/GateModal')

const whole: Promotion = {
  open: 'Y',
  emailcapture: 'Y',
  papercapture: 'Y',
  keywords: 4,
  papercodes: { SC: 'Sunday Chronicle', DX: 'Daily Example', AX: 'Weekly Argus' },
}
const none: Promotion = { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 0 }
const dates = ok({ DATES: [{ date: '27/11/2026' }, { date: '30/11/2026' }], passed: true })
/** What the server answers to a visitor who has not passed the gate. */
const strangers = ok({ DATES: [], passed: false })
const refusal: Answer = {
  status: 422,
  body: {
    success: 0,
    errors: [
      { message: 'Please input correct code words', code: 'PROMO_CODEWORDS', field: 'code1' },
    ],
  },
}
const siteCode = brand.siteCode

beforeEach(() => {
  brand.siteCode = 'RP'
  window.scrollTo = vi.fn<() => void>()
})
afterEach(() => {
  brand.siteCode = siteCode
})

function hero(booking_mode: unknown) {
  return { homepageLayout: [{ type: 'HeroText', data: { heading: 'Hello', booking_mode } }] }
}

/** The page with the search box of a promotion. */
function open(
  promotion: Promotion,
  answers: Answers = {},
  {
    what = <SearchBox />,
    more = {},
    path = '/results',
  }: { what?: React.ReactNode; more?: object; path?: string } = {},
) {
  const requests = serve({
    '/api/getpromodata': () => (store.getState().promotion.codeWordsValidated ? dates : strangers),
    '/api/validatecodewords': ok({}),
    ...answers,
  })
  const store = readyStore(initData({ promotion, ...more }))
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const view = renderWithStore(what, { store, path })
  const state = () => store.getState().promotion
  const to = (path: string) => requests.filter((request) => request.path === path)
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  const fill = async () => {
    for (let at = 1; at <= promotion.keywords; at++)
      await user.type(screen.getByLabelText(`Password ${at}`), `word${at}`)
    if (promotion.papercapture === 'Y') {
      await user.click(screen.getByRole('button', { name: /^Newspaper/ }))
      await user.click(screen.getByRole('radio', { name: 'Daily Example' }))
    }
    if (promotion.emailcapture === 'Y')
      await user.type(screen.getByLabelText('Email'), 'jo@mail.example')
  }
  return { ...view, store, user, requests, state, to, next, fill }
}

/** What stays of the usual lengths cost on some dates. */
function pricesOn(...days: string[]) {
  const prices = { '3': { N: { '2': 99 } }, '4': { N: { '2': 99 } }, '7': { N: { '2': 99 } } }
  const region = Object.fromEntries(days.map((one) => [one, prices]))
  return {
    minprices: { 'all-regions': region, '1': region, '12': region },
    minparkprices: {},
    months: ['2026-11', '2026-12'],
    latedeals: [],
    nightsOptions: { 'all-regions': [3, 4, 7] },
  }
}

const nextFrame = () =>
  act(() => new Promise((done) => requestAnimationFrame(() => done(undefined))))
const gate = () => screen.queryByRole('form', { name: 'Find your holiday' })
const box = () => screen.queryAllByRole('search', { hidden: true })[0] ?? null

describe('where the gate is', () => {
  it('[PROMO-13] [BRAND-25] [BRAND-11] replaces the search box of RP until it is passed', async () => {
    const { fill, next, container } = open(whole)
    expect(gate()).toBeVisible()
    expect(box()).toBeNull()
    await expectAccessible(container)
    await fill()
    await next()
    await waitFor(() => expect(box()).not.toBeNull())
    expect(gate()).toBeNull()
  })

  it.each([
    ['words', { ...none, keywords: 1 }],
    ['a newspaper', { ...none, keywords: 1, papercapture: 'Y' }],
    ['an e-mail address', { ...none, keywords: 1, emailcapture: 'Y' }],
  ])('[PROMO-13] replaces it when %s must be entered', (_, promotion) => {
    open(promotion)
    expect(gate()).toBeVisible()
  })

  it('has the picture whose right side may be covered, until the gate is passed', () => {
    const gate_hero_image = '/images/hero/meadow-left.svg'
    const layout = {
      homepageLayout: [
        { type: 'HeroText', data: { hero_image: '/images/hero/meadow.svg', gate_hero_image } },
      ],
    }
    const { container, store } = open(whole, {}, { what: <Home />, more: layout })
    const left = () => container.querySelector(`source[srcset="${gate_hero_image}"]`)
    expect(left()).toHaveAttribute('media', '(min-width: 992px)')
    act(() => void store.dispatch(promotionPassed()))
    expect(left()).toBeNull()
  })

  it('[PROMO-13] does not replace it when nothing must be entered, or after the gate was passed', async () => {
    open(none).unmount()
    expect(gate()).toBeNull()
    const { store } = open(whole)
    expect(gate()).toBeVisible()
    act(() => void store.dispatch(promotionPassed()))
    expect(gate()).toBeNull()
    expect(box()).not.toBeNull()
  })

  it.each(['BF', 'SN', 'MT'])('[PROMO-14] never replaces the search box of %s', (code) => {
    brand.siteCode = code
    open(whole)
    expect(gate()).toBeNull()
    expect(box()).not.toBeNull()
  })

  it.each(['BF', 'SN', 'MT', 'RP'])(
    '[PROMO-12] a closed promotion empties the search box of %s',
    (code) => {
      brand.siteCode = code
      const { container } = open({ ...whole, open: 'N' })
      expect(gate()).toBeNull()
      expect(box()).toBeNull()
      expect(container.querySelector('#search-box')).toHaveTextContent('')
    },
  )
})

describe('the button of booking mode', () => {
  const button = () => screen.queryByRole('link', { name: 'Search For Your Holiday' })
  const home = { what: <Home /> }

  it.each([
    ['Y', 'Y', true],
    ['Y', 'y', true],
    ['Y', 1, true],
    ['Y', '1', true],
    ['Y', true, true],
    ['Y', 'true', false],
    ['Y', 'N', false],
    ['Y', '', false],
    ['Y', 2, false],
    ['Y', 0, false],
    ['Y', false, false],
    ['Y', undefined, false],
    ['N', 'Y', false],
    ['', 'Y', false],
  ])('[PROMO-03] [HOME-05] open %s and booking mode %s: shown is %s', (promo, mode, shown) => {
    brand.siteCode = 'MT'
    open({ ...whole, open: promo }, {}, { ...home, more: hero(mode) })
    expect(button() !== null).toBe(shown)
  })

  it('[PROMO-04] opens the gate in a dialog, which leads to the search box', async () => {
    brand.siteCode = 'MT'
    const { user, fill, next } = open(whole, {}, { ...home, more: hero('Y') })
    await user.click(button() as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'Find your holiday' })
    expect(within(dialog).getByLabelText('Password 1')).toBeVisible()
    await fill()
    await next()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.getElementById('search-box')?.contains(document.activeElement)).toBe(true)
  })
})

describe('the fields of the gate', () => {
  const choose = (store: ReturnType<typeof open>['store'], channelId: string) =>
    act(
      () =>
        void store.dispatch({
          type: 'SEARCH/FORM/SELECT_CHANNEL',
          payload: { channelId, regionId: '' },
        }),
    )

  it('[PROMO-05] as many code words as keywords, two per row', () => {
    open(whole)
    for (const at of [1, 2, 3, 4]) expect(screen.getByLabelText(`Password ${at}`)).toBeVisible()
    expect(screen.queryByLabelText('Password 5')).toBeNull()
    const row = screen.getByLabelText('Password 1').parentElement?.parentElement
    expect(row).toHaveClass('grid-cols-2')
    expect(row?.children).toHaveLength(4)
  })

  it('[PROMO-06] [PROMO-10] newspaper and e-mail only where they are asked for', () => {
    open({ ...none, keywords: 1 }).unmount()
    expect(screen.queryByText('Newspaper')).toBeNull()
    expect(screen.queryByLabelText('Email')).toBeNull()
    open({ ...none, keywords: 1 })
    expect(screen.queryByRole('button', { name: /Newspaper/ })).toBeNull()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })

  it('[PROMO-06] [PROMO-10] [PROMO-11] with their texts, and Continue at the end', () => {
    open(whole)
    expect(screen.getByText('Newspaper')).toBeVisible()
    expect(screen.getByText('Select a newspaper')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      `Enter your email address to receive offer updates and exclusive deals from ${brand.global.brandName}`,
    )
    const controls = within(gate() as HTMLElement).getAllByRole('button')
    expect(controls.at(-1)).toHaveAccessibleName('Continue')
  })

  it('[PROMO-07] [PROMO-08] [PROMO-21] newspapers are radio buttons in a dropdown, in the order of their codes', async () => {
    const { user, state } = open(whole)
    await user.click(screen.getByRole('button', { name: /^Newspaper/ }))
    expect(
      screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Weekly Argus', 'Daily Example', 'Sunday Chronicle'])
    await user.click(screen.getByRole('radio', { name: 'Sunday Chronicle' }))
    expect(state().selectedNewspaper).toBe('SC')
  })

  it('[PROMO-07] [PROMO-08] [PROMO-09] on iOS a native select', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    )
    const { user, state, store } = open(whole, {}, { what: <Gate onPassed={() => {}} /> })
    const select = screen.getByRole('combobox', { name: 'Newspaper' })
    choose(store, '')
    for (const option of within(select).getAllByRole('option').slice(1))
      expect(option).toBeDisabled()
    choose(store, 'uklodge')
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select a newspaper', 'Weekly Argus', 'Daily Example', 'Sunday Chronicle'])
    await user.selectOptions(select, 'DX')
    expect(state().selectedNewspaper).toBe('DX')
  })

  it('[PROMO-09] no newspaper can be chosen until there is a channel', async () => {
    const { user, store } = open(whole, {}, { what: <Gate onPassed={() => {}} /> })
    choose(store, '')
    await user.click(screen.getByRole('button', { name: /^Newspaper/ }))
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled()
    choose(store, 'uklodge')
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeEnabled()
  })
})

describe('Continue', () => {
  it('[PROMO-21] [PROMO-23] [PROMO-24] shows the errors of all fields at once, and sends nothing', async () => {
    const { next, to, user, fill } = open(whole)
    await next()
    for (const text of [
      'Please input correct code words',
      'Please input a newspaper',
      'Please input valid email',
    ])
      expect(await screen.findByText(text)).toBeVisible()
    expect(to('/api/validatecodewords')).toEqual([])
    await fill()
    await user.type(screen.getByLabelText('Email'), '@')
    expect(screen.getByText('Please input valid email')).toBeVisible()
    expect(screen.queryByText('Please input a newspaper')).toBeNull()
    await next()
    expect(to('/api/validatecodewords')).toEqual([])
  })

  it('[PROMO-24] sends nothing when only the newspaper is missing', async () => {
    const { next, to, user, fill } = open({ ...whole, keywords: 1, emailcapture: 'N' })
    await user.type(screen.getByLabelText('Password 1'), 'word1')
    await next()
    expect(await screen.findByText('Please input a newspaper')).toBeVisible()
    expect(to('/api/validatecodewords')).toEqual([])
    await nextFrame()
    await fill()
    expect(screen.queryByText('Please input a newspaper')).toBeNull()
  })

  it('[PROMO-23] checks the e-mail address while it is typed', async () => {
    const { user } = open(whole)
    const email = screen.getByLabelText('Email')
    await user.type(email, 'jo')
    expect(screen.getByText('Please input valid email')).toBeVisible()
    await user.type(email, '@mail.example')
    expect(screen.queryByText('Please input valid email')).toBeNull()
    await user.clear(email)
    expect(screen.getByText('Please input valid email')).toBeVisible()
  })

  it('[PROMO-26] [PROMO-16] [API-03] sends code1 to codeN, newspaper and email, form-urlencoded', async () => {
    const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>((url) =>
      Promise.resolve(
        Response.json({ success: 1, data: url.includes('getpromodata') ? { DATES: [] } : {} }),
      ),
    )
    const { next, fill, state } = open(whole)
    vi.stubGlobal('fetch', fetched)
    await fill()
    await next()
    await waitFor(() => expect(state().codeWordsValidated).toBe(true))
    const [, init] = fetched.mock.calls.find(([url]) => url.includes('validatecodewords')) ?? []
    expect(init?.method).toBe('POST')
    expect(init?.body).toBeInstanceOf(URLSearchParams)
    expect(Object.fromEntries(init?.body as URLSearchParams)).toEqual({
      newspaper: 'DX',
      email: 'jo@mail.example',
      code1: 'word1',
      code2: 'word2',
      code3: 'word3',
      code4: 'word4',
    })
  })

  it('[PROMO-26] sends no newspaper and no email where they are not asked for', async () => {
    const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
      Promise.resolve(Response.json({ success: 1, data: { DATES: [] } })),
    )
    const { next, fill } = open({ ...none, keywords: 1 })
    vi.stubGlobal('fetch', fetched)
    await fill()
    await next()
    const [, init] = fetched.mock.calls.find(([url]) => url.includes('validatecodewords')) ?? []
    expect((init?.body as URLSearchParams | undefined)?.toString()).toBe('code1=word1')
  })

  it('[PROMO-25] [PROMO-20] flags all refused words; editing one clears its flag alone', async () => {
    const { next, fill, state, user } = open(whole, { '/api/validatecodewords': refusal })
    await fill()
    await next()
    expect(await screen.findByText('Please input correct code words')).toBeVisible()
    expect(state().codeWordsValidated).toBe(false)
    for (const at of [1, 2, 3, 4]) expect(screen.getByLabelText(`Password ${at}`)).toBeInvalid()
    await user.type(screen.getByLabelText('Password 2'), 'x')
    expect(screen.getByLabelText('Password 2')).toBeValid()
    expect(screen.getByLabelText('Password 3')).toBeInvalid()
  })

  it('[PROMO-25] an answer with success 0 and status 200 is a refusal', async () => {
    const { next, fill, state } = open(whole, {
      '/api/validatecodewords': { body: { success: 0, errors: [{ message: 'no', code: 'X' }] } },
    })
    await fill()
    await next()
    expect(await screen.findByText('Please input correct code words')).toBeVisible()
    expect(state().codeWordsValidated).toBe(false)
  })

  it('[PROMO-28] without an answer shows nothing, keeps the values, and can be pressed again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    let calls = 0
    const { next, fill, state } = open(whole, {
      '/api/validatecodewords': () => (calls++ === 0 ? 'no answer' : ok({})),
    })
    await fill()
    await next()
    await waitFor(() => expect(warn).toHaveBeenCalled())
    expect(gate()).not.toHaveTextContent('Please')
    expect(state().codeWordsValidated).toBe(false)
    expect(screen.getByLabelText('Password 1')).toHaveValue('word1')
    expect(screen.getByLabelText('Email')).toHaveValue('jo@mail.example')
    await next()
    await waitFor(() => expect(state().codeWordsValidated).toBe(true))
    warn.mockRestore()
  })

  it('[PROMO-18] a later refusal does not take the pass back', async () => {
    brand.siteCode = 'MT'
    let calls = 0
    const { user, fill, next, state } = open(
      whole,
      { '/api/validatecodewords': () => (calls++ === 0 ? ok({}) : refusal) },
      { what: <Home />, more: hero('Y') },
    )
    const show = () => user.click(screen.getByRole('link', { name: 'Search For Your Holiday' }))
    await show()
    await fill()
    await next()
    await waitFor(() => expect(state().codeWordsValidated).toBe(true))
    await show()
    await user.type(screen.getByLabelText('Email'), 'jo@mail.example')
    await next()
    await waitFor(() => expect(calls).toBe(2))
    expect(state().codeWordsValidated).toBe(true)
  })
})

it('a visitor who has passed the gate in another tab finds the search box when back', async () => {
  let answer = strangers
  const { state, to } = open(whole, { '/api/getpromodata': () => answer })
  const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
  comeBack()
  await waitFor(() => expect(to('/api/getpromodata')).toHaveLength(1))
  expect(gate()).toBeVisible()
  answer = dates
  comeBack()
  await waitFor(() => expect(box()).not.toBeNull())
  expect(gate()).toBeNull()
  await waitFor(() => expect(state().availableDates).toHaveLength(2))
  // The pass may have ended meanwhile, so a reader who comes back is asked for, too.
  const asked = to('/api/getpromodata').length
  comeBack()
  await waitFor(() => expect(to('/api/getpromodata')).toHaveLength(asked + 1))
})

describe('[OP-PROMO-14] the gate comes back when the pass has ended', () => {
  it('in a tab to which the visitor comes back', async () => {
    let answer = strangers
    const { next, fill, state, user } = open(whole, {
      '/api/getpromodata': () => answer,
      '/api/validatecodewords': () => {
        answer = dates
        return ok({})
      },
    })
    await fill()
    await next()
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
    answer = strangers
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(gate()).not.toBeNull())
    expect(box()).toBeNull()
    expect(state().availableDates).toEqual([])
    // [PROMO-18] That they were right once stays so.
    expect(state().codeWordsValidated).toBe(true)
    // The code words are still there.
    await user.type(screen.getByLabelText('Email'), 'jo@mail.example')
    await next()
    await waitFor(() => expect(box()).not.toBeNull())
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
  })
})

describe('[OP-PROMO-17] a reader who has just passed', () => {
  it('is thanked, and the day that nobody has chosen is one on offer', async () => {
    const give: ((answer: Answer) => void)[] = []
    const { next, fill, store, state } = open(
      { ...whole, percentOff: 15 },
      {
        '/api/cachedavailability': () => new Promise<Answer>((resolve) => give.push(resolve)),
      },
    )
    expect(screen.getByText(/Enter the code words from your newspaper\./)).toHaveTextContent(
      'Stays on the offer dates then cost 15% less, paid in full.',
    )
    await fill()
    await next()
    expect(await screen.findByText(/^Thank you\. Your code words have opened/)).toHaveTextContent(
      'Stays that start on them cost 15% less, paid in full.',
    )
    // No stay can start on the first offer date, which only the prices say.
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
    expect(store.getState().search.arrivalDate).toBe('2026-11-22T00:00:00.000Z')
    await act(async () => {
      for (const one of give) one(ok(pricesOn('24/11/2026', '30/11/2026')))
      await Promise.resolve()
    })
    await waitFor(() =>
      expect(store.getState().search.arrivalDate).toBe('2026-11-30T00:00:00.000Z'),
    )
  })

  it('[OP-PROMO-16] keeps a date that is in the address, also tomorrow', async () => {
    const { store, state, to } = open(
      { ...none, keywords: 1 },
      { '/api/cachedavailability': ok(pricesOn('30/11/2026')) },
      { path: '/results?date=22/11/2026' },
    )
    act(() => void store.dispatch(promotionPassed()))
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
    await waitFor(() => expect(to('/api/cachedavailability')).not.toHaveLength(0))
    expect(
      await screen.findByText(/^Sunday 22nd November 2026 is not one of your offer dates\./),
    ).toBeVisible()
    await nextFrame()
    expect(store.getState().search.arrivalDate).toBe('2026-11-22T00:00:00.000Z')
  })
})

describe('a visitor who passes the gate in another tab', () => {
  /** Opens the gate; `passElsewhere` passes it in another tab and comes back. */
  function openThenPass(options?: Parameters<typeof open>[2]) {
    let answer = strangers
    const page = open(whole, { '/api/getpromodata': () => answer }, options)
    const passElsewhere = async () => {
      answer = dates
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      await waitFor(() => expect(page.state().codeWordsValidated).toBe(true))
    }
    return { ...page, passElsewhere }
  }

  it('has the focus in the search box if it was in the gate', async () => {
    const { user, passElsewhere } = openThenPass()
    await user.click(screen.getByLabelText('Password 1'))
    await passElsewhere()
    await waitFor(() =>
      expect(document.getElementById('search-box')).toContainElement(
        document.activeElement as HTMLElement,
      ),
    )
    expect(document.body).not.toHaveFocus()
  })

  it('keeps the focus that is outside the gate', async () => {
    const { user, passElsewhere } = openThenPass({
      what: (
        <>
          <SearchBox />
          <button>Elsewhere</button>
        </>
      ),
    })
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    await user.click(elsewhere)
    await passElsewhere()
    await waitFor(() => expect(box()).not.toBeNull())
    await nextFrame()
    expect(elsewhere).toHaveFocus()
  })

  it('is not asked in the dialog any more', async () => {
    brand.siteCode = 'MT'
    const { user, passElsewhere } = openThenPass({ what: <Home />, more: hero('Y') })
    await user.click(screen.getByRole('link', { name: 'Search For Your Holiday' }))
    expect(screen.getByRole('dialog', { name: 'Find your holiday' })).toBeVisible()
    await passElsewhere()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.getElementById('search-box')).toContainElement(
      document.activeElement as HTMLElement,
    )
  })

  it('finds the search box also when a newspaper is chosen before the server has answered', async () => {
    const give: ((answer: Answer) => void)[] = []
    const { user, state } = open(whole, {
      '/api/getpromodata': () => new Promise<Answer>((resolve) => give.push(resolve)),
    })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await user.click(screen.getByRole('button', { name: /^Newspaper/ }))
    await user.click(screen.getByRole('radio', { name: 'Daily Example' }))
    await waitFor(() => expect(give).toHaveLength(2))
    await act(async () => {
      for (const each of give) each(dates)
    })
    await waitFor(() => expect(box()).not.toBeNull())
    expect(state().availableDates).toHaveLength(2)
    expect(give).toHaveLength(2)
  })
})

it('an answer of the gate moves nothing once the visitor has closed its dialog', async () => {
  brand.siteCode = 'MT'
  let pass = () => {}
  const answer = () => new Promise<ReturnType<typeof ok>>((done) => (pass = () => done(ok({}))))
  const { user, fill, next, state } = open(
    whole,
    { '/api/validatecodewords': answer },
    { what: <Home />, more: hero('Y') },
  )
  const button = screen.getByRole('link', { name: 'Search For Your Holiday' })
  await user.click(button)
  await fill()
  await next()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  button.focus()
  pass()
  await waitFor(() => expect(state().codeWordsValidated).toBe(true))
  await act(async () => {})
  expect(button).toHaveFocus()
})

describe('the dates', () => {
  it('[PROMO-02] [PROMO-15] starts unvalidated, without newspaper and dates, with the promotion beside ready', () => {
    const { store } = open(whole)
    expect(store.getState().app).toMatchObject({ ready: true, promotion: whole })
    expect(store.getState().promotion).toMatchObject({
      codeWordsValidated: false,
      selectedNewspaper: '',
      availableDates: [],
    })
  })

  it('[PROMO-01] [PROMO-19] [ROUTE-03] are fetched on validation, once', async () => {
    const { next, fill, state, to } = open({ ...none, keywords: 1 })
    await fill()
    expect(to('/api/getpromodata')).toEqual([])
    await next()
    await waitFor(() =>
      expect(state().availableDates).toEqual([{ date: '27/11/2026' }, { date: '30/11/2026' }]),
    )
    expect(to('/api/getpromodata').map(({ query }) => query)).toEqual([
      { siteCode: 'RP', promo: 'ukpromo' },
    ])
  })

  it('[PROMO-17] [PROMO-19] without code words it is validated at once, and the dates are fetched', async () => {
    const { state, to } = open({ ...whole, keywords: 0 })
    expect(state().codeWordsValidated).toBe(true)
    expect(gate()).toBeNull()
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
    expect(to('/api/validatecodewords')).toEqual([])
  })

  it('[PROMO-22] [ROUTE-03] [PROMO-01] a newspaper refreshes them; a late answer for an earlier one is ignored', async () => {
    const give: ((answer: Answer) => void)[] = []
    const { user, state, to } = open(whole, {
      '/api/getpromodata': () => new Promise<Answer>((resolve) => give.push(resolve)),
    })
    for (const name of ['Sunday Chronicle', 'Daily Example']) {
      if (!screen.queryByRole('radio', { name }))
        await user.click(screen.getByRole('button', { name: /^Newspaper/ }))
      await user.click(screen.getByRole('radio', { name }))
    }
    expect(to('/api/getpromodata').map(({ query }) => query)).toEqual([
      { siteCode: 'RP', promo: 'ukpromo', newspaper: 'SC' },
      { siteCode: 'RP', promo: 'ukpromo', newspaper: 'DX' },
    ])
    await act(async () => {
      give[1]?.(ok({ DATES: [{ date: '01/12/2026' }] }))
      give[0]?.(ok({ DATES: [{ date: '02/12/2026' }] }))
      await Promise.resolve()
    })
    await waitFor(() => expect(state().availableDates).toEqual([{ date: '01/12/2026' }]))
  })

  it('[PROMO-22] with no promotion of a channel, a newspaper refreshes nothing', () => {
    const { store, to, state } = open(whole, {}, { what: <Gate onPassed={() => {}} /> })
    act(() => {
      store.dispatch({
        type: 'SEARCH/FORM/SELECT_CHANNEL',
        payload: { channelId: '', regionId: '' },
      })
      store.dispatch(chooseNewspaper('DX') as never)
    })
    expect(state().selectedNewspaper).toBe('DX')
    expect(to('/api/getpromodata')).toEqual([])
  })

  it('[PROMO-01] are asked for again when the channel has another promotion', async () => {
    const { store, to, state } = open({ ...none, keywords: 1 })
    act(() => void store.dispatch(promotionPassed()))
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
    act(
      () =>
        void store.dispatch({
          type: 'SEARCH/FORM/SELECT_CHANNEL',
          payload: { channelId: 'eurocaravan', regionId: 'all-regions' },
        }),
    )
    await waitFor(() => expect(to('/api/getpromodata').at(-1)?.query.promo).toBe('eupromo'))
  })

  it('[OP-PROMO-16] of another channel limit nothing, also before its own are loaded', async () => {
    const give: ((answer: Answer) => void)[] = []
    const { store, state } = open(
      { ...none, keywords: 1 },
      {
        '/api/getpromodata': ({ query }) =>
          query.promo === 'eupromo' ? dates : new Promise<Answer>((resolve) => give.push(resolve)),
      },
    )
    const limits = () => selectOfferDates(store.getState() as unknown as SearchRoot).size
    const choose = (channelId: string) =>
      store.dispatch({
        type: 'SEARCH/FORM/SELECT_CHANNEL',
        payload: { channelId, regionId: 'all-regions' },
      })
    act(() => {
      choose('eurocaravan')
      store.dispatch(promotionPassed())
    })
    await waitFor(() => expect(state().availableDates).toHaveLength(2))
    act(() => {
      choose('ukcaravan')
      // Before any effect has asked for the dates of the UK.
      expect(limits()).toBe(0)
    })
    await waitFor(() => expect(give).not.toHaveLength(0))
    expect(limits()).toBe(0)
    await act(async () => {
      for (const one of give) one(ok({ DATES: [{ date: '30/11/2026' }], passed: true }))
      await Promise.resolve()
    })
    await waitFor(() => expect(limits()).toBe(1))
  })
})

describe('arrival dates while the promotion is on', () => {
  const rules = (channelId: string, promotion = { ...none, keywords: 1 }) => {
    const { store } = open(promotion)
    act(() => {
      store.dispatch(promotionPassed())
      store.dispatch({ type: 'SEARCH/FORM/SELECT_CHANNEL', payload: { channelId, regionId: '1' } })
    })
    return store
  }
  const pickable = (store: ReturnType<typeof rules>, day: string) =>
    isArrivalPickable(day, selectArrivalRules(store.getState() as unknown as SearchRoot))

  it('[CAL-11] on the UK channel only dates of the promotion can be chosen', async () => {
    const store = rules('ukcaravan')
    await waitFor(() => expect(store.getState().promotion.availableDates).toHaveLength(2))
    expect(
      ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-30'].map((day) => pickable(store, day)),
    ).toEqual([false, true, false, true])
  })

  it('[CAL-12] on another channel any date from tomorrow on', async () => {
    const store = rules('uklodge')
    await waitFor(() => expect(store.getState().promotion.availableDates).toHaveLength(2))
    expect(['2026-11-21', '2026-11-22', '2026-11-28'].map((day) => pickable(store, day))).toEqual([
      false,
      true,
      true,
    ])
  })
})
