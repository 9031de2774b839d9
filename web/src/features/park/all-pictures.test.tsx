import { fireEvent, render, screen } from '@testing-library/react'
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

it('counts quick presses, and follows a swipe', async () => {
  render(<Park />)
  await userEvent.click(screen.getByRole('button', { name: '3 pictures' }))
  const row = screen.getByRole('list', { name: 'Pictures' })
  // jsdom has no layout: the row has a width, and the test scrolls it as a browser does.
  Object.defineProperty(row, 'clientWidth', { value: 800 })
  const scroll = (left: number) => fireEvent.scroll(row, { target: { scrollLeft: left } })
  const next = () => userEvent.click(screen.getByRole('button', { name: 'Next picture' }))
  await next()
  scroll(100)
  expect(shown()).toEqual(['The pool'])
  await next()
  scroll(700)
  scroll(1600)
  expect(shown()).toEqual(['The bar'])
  // The scroll has ended: the next one is the visitor's.
  scroll(790)
  expect(shown()).toEqual(['The pool'])
  // A swipe may also stop a scroll before its end.
  await next()
  scroll(900)
  fireEvent.pointerDown(row)
  scroll(10)
  expect(shown()).toEqual(['The beach'])
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
  // While it is in the document: a browser returns the focus only then.
  expect(closed).toEqual([true])
})
