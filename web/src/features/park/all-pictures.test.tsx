import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import AllPicturesModal from './AllPicturesModal'

const pictures = ['beach', 'pool', 'bar'].map((name) => ({
  src: `/${name}.svg`,
  alt: `The ${name}`,
  w: 900,
  h: 600,
}))

function Park() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>3 pictures</button>
      {open ? (
        <AllPicturesModal name="Gannet Sands" pictures={pictures} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

/** The alternative text of the pictures that can be reached. */
const shown = () =>
  screen
    .getAllByRole('img')
    .filter((picture) => !picture.closest('[inert]'))
    .map((picture) => picture.getAttribute('alt'))

it('shows a picture at a time: by buttons and by keys, and no further than its ends', async () => {
  render(<Park />)
  await userEvent.click(screen.getByRole('button', { name: '3 pictures' }))
  expect(shown()).toEqual(['The beach'])
  expect(screen.getByRole('status')).toHaveTextContent('1 of 3')
  await userEvent.click(screen.getByRole('button', { name: 'Next picture' }))
  expect(shown()).toEqual(['The pool'])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(shown()).toEqual(['The bar'])
  expect(screen.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled')
  await userEvent.keyboard('{Home}')
  expect(screen.getByRole('status')).toHaveTextContent('1 of 3')
  await userEvent.keyboard('{ArrowLeft}{End}{ArrowLeft}')
  expect(shown()).toEqual(['The pool'])
})

it('closes its dialog when it leaves the page, which returns the focus', async () => {
  const closed: boolean[] = []
  const close = HTMLDialogElement.prototype.close
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    closed.push(this.isConnected)
    close.call(this)
  }
  try {
    render(<Park />)
    await userEvent.click(screen.getByRole('button', { name: '3 pictures' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  } finally {
    HTMLDialogElement.prototype.close = close
  }
  expect(closed).toHaveLength(1)
})
