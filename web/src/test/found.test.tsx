import { render, screen, waitFor } from '@testing-library/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'

/** Uses the processor for some ms. */
function work(): void {
  const end = performance.now() + 20
  while (performance.now() < end);
}

/** A page on a busy machine: other tasks are due before its effects run. */
function Page() {
  useLayoutEffect(() => {
    work() // React lets other tasks run
    void (async () => {
      for (let turn = 0; turn < 100; turn++) await Promise.resolve()
      work() // by now, the test waits for its next task
    })()
  }, [])
  useEffect(() => {
    document.title = 'The title'
    return () => {
      document.title = ''
    }
  }, [])
  return <h1>A page</h1>
}

function Lazy() {
  const [there, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 10)
    return () => clearTimeout(timer)
  }, [])
  return there ? <Page /> : null
}

it('when a test has found what is shown late, the effects of that have run', async () => {
  render(<Lazy />)
  await screen.findByRole('heading', { name: 'A page' })
  expect(document.title).toBe('The title')
})

it('when a test has waited for what is shown late, the effects of that have run', async () => {
  const { container } = render(<Lazy />)
  await waitFor(() => expect(container).toHaveTextContent('A page'))
  expect(document.title).toBe('The title')
})
