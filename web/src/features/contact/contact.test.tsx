import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../test/axe'
import { makeStore, renderWithStore } from '../../test/render'
import { ok, serve, type Answer } from '../../test/server'
import { ContactForm } from './ContactForm'

async function opened(answer: Answer | (() => Promise<Answer>)) {
  const requests = serve({ '/api/contact': answer })
  const user = userEvent.setup({ delay: null })
  const view = renderWithStore(<ContactForm />, { path: '/help' })
  const type = async (label: string, text: string) => user.type(screen.getByLabelText(label), text)
  const fill = async () => {
    await type('Name', 'Priya Raman')
    await type('Email', ' priya@mail.example ')
    await type('Message', 'Could we move our arrival?')
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Submit' }))
  return { ...view, requests, user, type, fill, submit }
}

describe('the contact form', () => {
  it('[NEWS-16] [NEWS-17] sends name, email, phone, reference and message to /api/contact, and says thank you', async () => {
    const { container, requests, type, fill, submit } = await opened(ok({ reference: 'C123456' }))
    await expectAccessible(container)
    await fill()
    await type('Phone (optional)', '0131 496 0000')
    await type('Booking Reference (optional)', 'MT482915')
    await submit()
    expect(
      await screen.findByText('Thank you for your message. We will reply as soon as we can.'),
    ).toBeVisible()
    expect(screen.getByText(/C123456/)).toBeVisible()
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/contact',
      form: {
        siteCode: 'MT',
        name: 'Priya Raman',
        email: 'priya@mail.example',
        phone: '0131 496 0000',
        bookingId: 'MT482915',
        message: 'Could we move our arrival?',
        website: '',
      },
    })
  })

  it('[NEWS-18] keeps and sends what was typed before the page was interactive, and never in an address', async () => {
    const requests = serve({ '/api/contact': ok({ reference: 'C5' }) })
    const container = document.body.appendChild(document.createElement('div'))
    const page = (
      <Provider store={makeStore()}>
        <ContactForm />
      </Provider>
    )
    container.innerHTML = renderToString(page)
    const form = container.querySelector('form')
    expect(form).toHaveAttribute('method', 'post')
    expect(form).toHaveAttribute('action', '/api/contact')
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Priya Raman' } })
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'priya@mail.example' } })
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Is there a shop?' } })
    render(page, { container, hydrate: true })
    expect(screen.getByLabelText('Message')).toHaveValue('Is there a shop?')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(/C5/)).toBeVisible()
    expect(requests[0]?.form).toMatchObject({ name: 'Priya Raman', message: 'Is there a shop?' })
  })

  it.each([
    [9, false],
    [10, true],
    [2000, true],
    [2001, false],
  ])('[NEWS-17] with a message of %i characters, sends it: %s', async (size, sends) => {
    const { requests, fill, submit, user } = await opened(ok({ reference: 'C1' }))
    await fill()
    const message = screen.getByLabelText('Message')
    await user.clear(message)
    await user.click(message)
    await user.paste('é'.repeat(size))
    await submit()
    expect(screen.queryByText('Please enter your message') === null).toBe(sends)
    expect(requests).toHaveLength(sends ? 1 : 0)
  })

  it('[NEWS-17] has a field that people neither see nor reach', async () => {
    const { container } = await opened(ok({ reference: 'C1' }))
    const trap = container.querySelector<HTMLInputElement>('input[name=website]')
    expect(trap).toHaveAttribute('tabindex', '-1')
    expect(trap?.closest('[aria-hidden="true"]')).toHaveClass('sr-only')
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull()
  })

  it('[NEWS-18] shows the errors of all fields, sends nothing, and loses nothing', async () => {
    const { requests, type, submit } = await opened(ok({ reference: 'C1' }))
    await type('Phone (optional)', '0131')
    await submit()
    for (const text of [
      'Please enter your name',
      'Please enter a valid email address',
      'Please enter your message',
    ])
      expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveFocus()
    expect(screen.getByLabelText('Phone (optional)')).toHaveValue('0131')
    expect(requests).toEqual([])
  })

  it('[NEWS-18] shows what the server refuses, at its fields', async () => {
    const { fill, submit } = await opened({
      status: 422,
      body: {
        success: 0,
        errors: [
          { message: 'Please enter your name', code: 'CONTACT_NAME', field: 'name' },
          { message: 'Please enter a valid email address', code: 'CONTACT_EMAIL', field: 'email' },
          { message: 'Please enter your message', code: 'CONTACT_MESSAGE', field: 'message' },
        ],
      },
    })
    await fill()
    await submit()
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    expect(screen.getByLabelText('Message')).toHaveAccessibleDescription(
      /Please enter your message/,
    )
    expect(screen.getByLabelText('Name')).toHaveValue('Priya Raman')
  })

  it('keeps what was typed when there is no answer, and can be sent again', async () => {
    let answers = 0
    const { fill, submit, requests } = await opened(async () =>
      answers++ === 0 ? 'no answer' : ok({ reference: 'C7' }),
    )
    await fill()
    await submit()
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByLabelText('Message')).toHaveValue('Could we move our arrival?')
    await submit()
    expect(await screen.findByText(/C7/)).toBeVisible()
    expect(requests).toHaveLength(2)
  })

  it('is sent once however often the button is pressed', async () => {
    let give: (answer: Answer) => void = () => {}
    const { fill, submit, requests } = await opened(
      () => new Promise<Answer>((resolve) => (give = resolve)),
    )
    await fill()
    await submit()
    await submit()
    give(ok({ reference: 'C8' }))
    expect(await screen.findByText(/C8/)).toBeVisible()
    expect(requests).toHaveLength(1)
  })
})
