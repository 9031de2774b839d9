import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineCall } from '../../api'
import { brand } from '../../brands'
import { makeStore } from '../../test/render'
import { PriceRange } from '../../ui'
import { refusal } from '../../test/bookings'
import { serve } from '../../test/server'
import { acceptAnalytics, errorShown, failureReporter, startAnalytics, track, watchLinks } from '.'

const sent = () => window.dataLayer ?? []

beforeEach(() => {
  sessionStorage.clear()
  window.dataLayer = []
  window.history.replaceState(null, '', '/login?x=1')
  startAnalytics('accepted')
})

describe('a page with a card form', () => {
  it('loads no tag, even after OK; its events are sent on the next page', () => {
    const added = vi.spyOn(document.head, 'append')
    brand.tagManager.id = 'GTM-1'
    startAnalytics('unknown', { cardForm: true })
    track('top_up_payment', { bookingId: 'A', topUpAmount: 50 })
    acceptAnalytics()
    track('booking_step_payment_action', { bookingId: 'A' })
    expect(added).not.toHaveBeenCalled()
    expect(sent()).toEqual([])
    brand.tagManager.id = ''
    startAnalytics('accepted')
    expect(sent()).toEqual([
      { event: 'top_up_payment', bookingId: 'A', topUpAmount: 50 },
      { event: 'booking_step_payment_action', bookingId: 'A' },
    ])
    expect(sessionStorage.getItem('pending-events')).toBeNull()
  })

  it('[COOKIE-05] sends nothing after a later OK of what happened while the visitor had rejected', () => {
    sessionStorage.setItem('pending-events', '[{"event":"toggle_pet_friendly"}]')
    sessionStorage.setItem('sent-events', '["purchase:A"]')
    startAnalytics('unknown')
    // The effects of a hydrated page run before the start.
    track('view_park', { parkId: 'HV101', name: 'Gannet Sands' })
    startAnalytics('rejected')
    expect(sessionStorage).toHaveLength(0)
    acceptAnalytics()
    expect(sent()).toEqual([])
  })

  it('stores no events without consent', () => {
    startAnalytics('rejected', { cardForm: true })
    track('payment_error', { message: 'x', status: 500 })
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('error reports', () => {
  const call = defineCall<void, unknown>({ name: 'X', path: '/api/x' })
  const failWith = async (...messages: string[]) => {
    const errors = messages.map((message) => ({ message, code: 'X' }))
    serve({ '/api/x': { status: 422, body: { success: 0, errors } } })
    await makeStore(failureReporter).dispatch(call.run())
  }

  it('[ANLY-18] [ANLY-19] contain the text of a failed request, and only once when the text is shown too', async () => {
    await failWith('One', 'Two')
    errorShown('One; Two')
    expect(sent()).toEqual([{ event: 'error_message', errorMessage: 'One; Two', page: '/login' }])
    errorShown('One; Two')
    errorShown('There was an error while loading. Please try again.')
    expect(sent()).toHaveLength(3)
  })

  it('contain no personal data', () => {
    errorShown('No booking 7K3QX-9F2MA for priya@example.com at nr2 4th')
    expect(sent()).toEqual([
      { event: 'error_message', errorMessage: 'No booking *** for *** at ***', page: '/login' },
    ])
  })

  it('are not sent for requests that were cancelled or not answered', async () => {
    serve({ '/api/x': 'no answer' })
    await makeStore(failureReporter).dispatch(call.run())
    const flight = new AbortController()
    serve({ '/api/x': refusal(422, 'X', 'No') })
    const running = makeStore(failureReporter).dispatch(
      call.run(undefined, { signal: flight.signal }),
    )
    flight.abort()
    await running
    expect(sent()).toEqual([])
  })
})

describe('links', () => {
  it('[ANLY-17] to another host are reported without their query; links within the site are not', async () => {
    watchLinks(document)
    render(
      <>
        <a href="https://other.example/a/b?who=me#x">
          <b>Other</b>
        </a>
        <a href="/help">Help</a>
        <a href="tel:0808">Ring</a>
      </>,
    )
    document.body.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(screen.getByText('Other'))
    await userEvent.click(screen.getByText('Help'))
    await userEvent.click(screen.getByText('Ring'))
    expect(sent()).toEqual([
      { event: 'external_link_click', destination: 'https://other.example/a/b' },
    ])
  })
})

describe('the price sliders', () => {
  it('report when a thumb is released, not each of its steps', () => {
    const ends: string[] = []
    render(
      <PriceRange
        rows={[]}
        min={0}
        max={1000}
        onMin={() => {}}
        onMax={() => {}}
        onCommit={(end) => ends.push(end)}
      />,
    )
    const thumb = screen.getByRole('slider', { name: 'Lowest price' })
    for (const value of ['100', '110', '120']) fireEvent.change(thumb, { target: { value } })
    expect(ends).toEqual([])
    fireEvent.pointerUp(thumb)
    fireEvent.blur(thumb)
    expect(ends).toEqual(['min'])
  })
})
