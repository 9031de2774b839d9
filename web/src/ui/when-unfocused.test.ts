import { fireEvent, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { whenUnfocused } from './when-unfocused'

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

/** A form whose field 'name' has the focus, and what is called once nothing in it has. */
function focusedForm() {
  document.body.innerHTML = `
    <form>
      <label for="name">First name</label><input id="name">
      <label for="email">Email</label><input id="email">
      <span id="send">Sign up</span>
    </form>
    <p id="elsewhere">Elsewhere</p>`
  const form = find('form')
  find('#name').focus()
  const act = vi.fn<() => void>()
  end = whenUnfocused(form, act)
  expect(act).not.toHaveBeenCalled()
  return { user: userEvent.setup(), act }
}

const press = { keys: '[MouseLeft>]' }
const release = { keys: '[/MouseLeft]' }

it('acts at once if nothing has the focus', () => {
  document.body.innerHTML = '<form><input></form><input id="other">'
  find('#other').focus()
  const act = vi.fn<() => void>()
  end = whenUnfocused(find('form'), act)
  expect(act).toHaveBeenCalledOnce()
})

it('waits while the focus moves inside, and acts once when it leaves', async () => {
  const { user, act } = focusedForm()
  await user.tab()
  expect(find('#email')).toHaveFocus()
  expect(act).not.toHaveBeenCalled()
  await user.click(find('#elsewhere'))
  expect(act).toHaveBeenCalledOnce()
  await user.click(find('#name'))
  await user.click(find('#elsewhere'))
  expect(act).toHaveBeenCalledOnce()
})

it('a press on a label goes to its field', async () => {
  const { user, act } = focusedForm()
  const label = find('label[for=email]')
  await user.pointer({ ...press, target: label })
  expect(find('#name')).not.toHaveFocus()
  expect(act).not.toHaveBeenCalled()
  await user.pointer({ ...release, target: label })
  expect(find('#email')).toHaveFocus()
  await user.keyboard('a{Tab}b')
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(find('#email')).toHaveValue('a')
})

it('a press on something that takes no focus, as a button in Safari, gets its click first', async () => {
  const { user, act } = focusedForm()
  const send = find('#send')
  const events: string[] = []
  send.addEventListener('click', () => events.push('click'))
  act.mockImplementation(() => events.push('act'))
  await user.pointer({ ...press, target: send })
  expect(act).not.toHaveBeenCalled()
  await user.pointer({ ...release, target: send })
  await waitFor(() => expect(events).toEqual(['click', 'act']))
})

it('a press that ends elsewhere leaves nothing waiting', async () => {
  const { user, act } = focusedForm()
  await user.pointer([
    { ...press, target: find('#send') },
    { ...release, target: find('#elsewhere') },
  ])
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
})

it('acts after a tap that was over before it waited: a touch is active a little longer than its click', async () => {
  document.body.innerHTML = '<form><input></form>'
  const form = find('form')
  const isActive = vi.spyOn(form, 'matches').mockReturnValue(true)
  const act = vi.fn<() => void>()
  end = whenUnfocused(form, act)
  expect(act).not.toHaveBeenCalled()
  isActive.mockReturnValue(false)
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
})

it('does not act once it has been ended, even in the middle of a press', async () => {
  const { user, act } = focusedForm()
  await user.pointer({ ...press, target: find('#send') })
  fireEvent.mouseUp(find('#send'))
  end()
  // Later than what the release has left to do.
  await new Promise((done) => setTimeout(done))
  expect(act).not.toHaveBeenCalled()
})
