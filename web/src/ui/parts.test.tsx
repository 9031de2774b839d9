import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithStore } from '../test/render'
import { resizeTo } from '../test/screen'
import {
  Accordion,
  AppLink,
  Button,
  Carousel,
  CheckOption,
  ErrorShown,
  ErrorSummary,
  Html,
  LoadingError,
  Modal,
  TextField,
} from '.'
import { useScreenWidth } from './screen'
import { advanceTime } from '../test/time'

afterEach(() => vi.useRealTimers())

it('an option writes its number with a comma', () => {
  render(<CheckOption label="Sea view" count={21764} checked={false} onToggle={() => {}} />)
  expect(screen.getByRole('checkbox', { name: /21,764$/ })).toBeInTheDocument()
})

describe('the loading and error wrapper', () => {
  it('[ERRP-05] shows a spinner while fetching, after 150 ms, and the content after that', () => {
    vi.useFakeTimers()
    const view = render(<LoadingError fetching error={undefined} />)
    expect(screen.queryByRole('status')).toBeNull()
    advanceTime(150)
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    view.rerender(
      <LoadingError fetching={false} error={undefined} loaded>
        <p>Here it is</p>
      </LoadingError>,
    )
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByText('Here it is')).toBeVisible()
  })

  it('[ERRP-05] [ERRP-06] takes the spinner away on failure and repeats on Retry', async () => {
    const onRetry = vi.fn<() => void>()
    render(<LoadingError fetching={false} error="It went wrong." onRetry={onRetry} />)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByRole('alert')).toHaveTextContent('It went wrong.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('keeps the old content during a refetch, marked busy', () => {
    const { container } = render(
      <LoadingError fetching error={undefined} loaded>
        <p>Old</p>
      </LoadingError>,
    )
    expect(screen.getByText('Old')).toBeVisible()
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
  })

  it('[ERRC-06] reports every error shown, once', () => {
    const shown = vi.fn<(text: string) => void>()
    const view = (error: string | undefined) => (
      <ErrorShown value={shown}>
        <LoadingError fetching={false} error={error} />
      </ErrorShown>
    )
    const { rerender } = render(view('First'))
    rerender(view('First'))
    rerender(view('Second'))
    rerender(view(undefined))
    expect(shown.mock.calls).toEqual([['First'], ['Second']])
  })
})

describe('the accordion', () => {
  const items = ['One', 'Two', 'Three'].map((title) => ({ title, content: `All about ${title}` }))

  it('[HOME-22] opens the first to begin with; several can be open at once', async () => {
    render(<Accordion items={items} />)
    const one = screen.getByText('One')
    expect(screen.getByText('All about One')).toBeVisible()
    expect(screen.getByText('All about Two')).not.toBeVisible()
    await userEvent.click(screen.getByText('Two'))
    expect(screen.getByText('All about One')).toBeVisible()
    expect(screen.getByText('All about Two')).toBeVisible()
    await userEvent.click(one)
    expect(screen.getByText('All about One')).not.toBeVisible()
    expect(screen.getByText('All about Two')).toBeVisible()
  })
})

/** Gives a list of slides a scroll position and sizes, which jsdom does not compute. */
function layOut(list: HTMLElement, at: number, length = 900, view = 300) {
  Object.defineProperties(list, {
    scrollLeft: { configurable: true, value: at },
    scrollWidth: { configurable: true, value: length },
    clientWidth: { configurable: true, value: view },
  })
  fireEvent.scroll(list)
}

describe('the carousel', () => {
  const slides = [<p key="a">A</p>, <p key="b">B</p>, <p key="c">C</p>]

  it('has no buttons while everything fits', () => {
    render(
      <Carousel label="Places" perView={{}}>
        {slides}
      </Carousel>,
    )
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  it('stops at its ends', () => {
    render(
      <Carousel label="Places" perView={{}}>
        {slides}
      </Carousel>,
    )
    const list = screen.getByRole('list')
    layOut(list, 0)
    expect(screen.getByRole('button', { name: /^Previous/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    expect(screen.getByRole('button', { name: /^Next/ })).not.toHaveAttribute('aria-disabled')
    layOut(list, 600)
    expect(screen.getByRole('button', { name: /^Next/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('[PAGE-27] looks whether everything fits 100 ms after the last resize', () => {
    vi.useFakeTimers()
    render(
      <Carousel label="Places" perView={{}}>
        {slides}
      </Carousel>,
    )
    Object.defineProperty(screen.getByRole('list'), 'scrollWidth', { value: 900 })
    resizeTo(800)
    advanceTime(60)
    resizeTo(700)
    advanceTime(99)
    expect(screen.queryByRole('button')).toBeNull()
    advanceTime(1)
    expect(screen.getByRole('button', { name: 'Next: Places' })).toBeVisible()
  })

  it('tells assistive technology which slide of how many each is', () => {
    render(
      <Carousel label="Places" perView={{}}>
        {slides}
      </Carousel>,
    )
    const groups = screen.getAllByRole('group')
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
      '1 of 3',
      '2 of 3',
      '3 of 3',
    ])
    expect(groups[1]).toHaveTextContent('B')
    for (const group of groups) expect(group).toHaveAttribute('aria-roledescription', 'slide')
  })

  it.each([
    ['at once where the visitor prefers reduced motion', true, 'auto'],
    ['smoothly otherwise', false, 'smooth'],
  ])('scrolls %s', (_, matches, behavior) => {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    render(
      <Carousel label="Places" perView={{}}>
        {slides}
      </Carousel>,
    )
    const list = screen.getByRole('list')
    const scrolled = vi.fn<(to: ScrollToOptions) => void>()
    list.scrollTo = scrolled as unknown as typeof list.scrollTo
    layOut(list, 0)
    fireEvent.click(screen.getByRole('button', { name: /^Next/ }))
    expect(scrolled.mock.lastCall?.[0].behavior).toBe(behavior)
    vi.unstubAllGlobals()
  })

  it('[HOME-23] continues with the first slide when it loops', () => {
    render(
      <Carousel label="Pictures" perView={{ wide: 3 }} loop>
        {slides}
      </Carousel>,
    )
    const list = screen.getByRole('list')
    const scrolled = vi.fn<(to: ScrollToOptions) => void>()
    list.scrollTo = scrolled as unknown as typeof list.scrollTo
    layOut(list, 600)
    fireEvent.click(screen.getByRole('button', { name: /^Next/ }))
    expect(scrolled.mock.lastCall?.[0].left).toBe(0)
    layOut(list, 0)
    fireEvent.click(screen.getByRole('button', { name: /^Previous/ }))
    expect(scrolled.mock.lastCall?.[0].left).toBe(900)
    expect(list).toHaveAttribute('data-per', 'wide-3')
  })
})

describe('fields', () => {
  it('connects label, hint and error with the control, the error between label and control', () => {
    render(<TextField label="Surname" hint="As on the booking" error="Please enter surname" />)
    const input = screen.getByRole('textbox', { name: 'Surname' })
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('As on the booking Please enter surname')
    const error = screen.getByText('Please enter surname')
    expect(error.compareDocumentPosition(input)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText('Surname').compareDocumentPosition(error)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
  })

  it('lists the errors, each with a link to its field', async () => {
    render(
      <>
        <ErrorSummary errors={[{ id: 'surname', message: 'Please enter surname' }]} />
        <TextField id="surname" label="Surname" />
      </>,
    )
    expect(screen.getByRole('alert')).not.toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('1 thing to put right')
    await userEvent.click(screen.getByRole('link', { name: 'Please enter surname' }))
    expect(screen.getByRole('textbox')).toHaveFocus()
  })
})

describe('buttons and links', () => {
  it('does nothing while disabled or busy, and keeps the focus', async () => {
    const pressed = vi.fn<() => void>()
    const { rerender } = render(
      <Button disabled onClick={pressed}>
        Search
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Search' })
    await userEvent.click(button)
    expect(button).toHaveFocus()
    rerender(
      <Button busy onClick={pressed}>
        Search
      </Button>,
    )
    await userEvent.click(button)
    expect(pressed).not.toHaveBeenCalled()
    rerender(<Button onClick={pressed}>Search</Button>)
    await userEvent.click(button)
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('navigates within the product, and opens other addresses in a new tab', async () => {
    const { router } = renderWithStore(
      <>
        <AppLink href="/offers">Offers</AppLink>
        <AppLink href="https://reviews.example/MT">Reviews</AppLink>
        <AppLink href="//elsewhere.example">Elsewhere</AppLink>
        <AppLink href="tel:0808 157 0103">Call</AppLink>
        <AppLink href="mailto:a@b.example?subject=My stay">Write</AppLink>
      </>,
    )
    await userEvent.click(screen.getByRole('link', { name: 'Offers' }))
    expect(router.state.location.pathname).toBe('/offers')
    for (const name of ['Reviews', 'Elsewhere']) {
      const link = screen.getByRole('link', { name: new RegExp(`^${name}.*opens in a new tab`) })
      expect(link).toHaveAttribute('target', '_blank')
      expect(link.getAttribute('rel')).toContain('noopener')
    }
    const call = screen.getByRole('link', { name: 'Call' })
    expect(call).not.toHaveAttribute('target')
    expect(call).toHaveAttribute('href', 'tel:08081570103')
    const write = screen.getByRole('link', { name: 'Write' })
    expect(write).toHaveAttribute('href', 'mailto:a@b.example?subject=My stay')
  })

  it('calls nothing here for a link that is opened in a new tab', () => {
    const followed = vi.fn<() => void>()
    renderWithStore(
      <AppLink href="/offers" onClick={followed}>
        Offers
      </AppLink>,
    )
    fireEvent.click(screen.getByRole('link', { name: 'Offers' }), { ctrlKey: true })
    expect(followed).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('link', { name: 'Offers' }))
    expect(followed).toHaveBeenCalledOnce()
  })

  it.each(['/help', '/help?x=1.5'])(
    'navigates by the links inside text from the server: %s',
    async (to) => {
      const { router } = renderWithStore(<Html html={`<p><a href="${to}">Help</a></p>`} />)
      await userEvent.click(screen.getByRole('link', { name: 'Help' }))
      expect(router.state.location.pathname).toBe('/help')
    },
  )

  it.each(['/plans/park.pdf', '/plans/park.pdf?v=2', '/plans/park.pdf#page=3'])(
    'leaves a link inside text from the server to the browser where it leads to a file: %s',
    (file) => {
      const { router } = renderWithStore(<Html html={`<a href="${file}">Plan</a>`} />)
      const before = router.state.location.pathname
      // The browser would open the file; jsdom cannot.
      window.addEventListener('click', (event) => event.preventDefault(), { once: true })
      fireEvent.click(screen.getByRole('link', { name: 'Plan' }))
      expect(router.state.location.pathname).toBe(before)
    },
  )
})

function Dialog() {
  const [open, setOpen] = useState(true)
  return (
    <Modal open={open} onClose={() => setOpen(false)} title="My Booking">
      <p>Inside</p>
    </Modal>
  )
}

describe('the modal', () => {
  it('is a dialog with a name that closes by its button and by Escape', async () => {
    const { unmount } = render(<Dialog />)
    const dialog = screen.getByRole('dialog', { name: 'My Booking' })
    expect(within(dialog).getByText('Inside')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Inside')).toBeNull()
    unmount()
    render(<Dialog />)
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(screen.queryByText('Inside')).toBeNull()
  })
})

function Width() {
  return <output>{useScreenWidth()}</output>
}

describe('the screen size', () => {
  it('[PAGE-27] follows resizing at most every 50 ms, the last size included', () => {
    vi.useFakeTimers()
    resizeTo(1280)
    render(<Width />)
    resizeTo(1000)
    resizeTo(800)
    expect(screen.getByRole('status')).toHaveTextContent('1280')
    advanceTime(50)
    expect(screen.getByRole('status')).toHaveTextContent('800')
  })
})

it('keeps a dialog open when a press that began in it ends on the scrim', () => {
  const onClose = vi.fn<() => void>()
  renderWithStore(
    <Modal open onClose={onClose} title="My Booking">
      <input aria-label="Surname" />
    </Modal>,
  )
  const dialog = screen.getByRole('dialog')
  fireEvent.pointerDown(screen.getByRole('textbox'))
  fireEvent.click(dialog)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})
