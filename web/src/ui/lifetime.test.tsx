import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { useLifetime } from './lifetime'

it('a press that comes before the effects of the page have run makes calls that are not cancelled', () => {
  const signals: AbortSignal[] = []
  function Part() {
    const lifetime = useLifetime()
    return <button onClick={() => signals.push(lifetime())}>Book</button>
  }
  /** The browser may deliver a press as soon as the page is in the document. */
  function Page() {
    useLayoutEffect(() => screen.getByRole('button').click(), [])
    return <Part />
  }
  const { unmount } = render(<Page />)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
