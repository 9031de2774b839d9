import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { lazy, Suspense } from 'react'
import { browserHistory } from '../../router'
import { AppLink } from '../../ui'
import { afterEach, expect, it } from 'vitest'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { Routed } from '../../test/router'
import { useWriteAddress } from './useWriteAddress'

function Form() {
  const write = useWriteAddress()
  return (
    <>
      <button type="button" onClick={write}>
        Write
      </button>
      <AppLink href="/next">Next</AppLink>
    </>
  )
}

function visit() {
  let load: (code: { default: () => string }) => void = () => {}
  const Next = lazy(() => new Promise<{ default: () => string }>((resolve) => (load = resolve)))
  render(
    <Provider store={readyStore(initData())}>
      <Suspense>
        <Routed
          history={browserHistory()}
          routes={[
            { path: '/', element: <Form /> },
            { path: '/next', element: <Next /> },
          ]}
        />
      </Suspense>
    </Provider>,
  )
  return { arrive: () => act(async () => load({ default: () => 'The next page' })) }
}

afterEach(() => window.history.replaceState(null, '', '/'))

it('writes the search to the address', async () => {
  visit()
  await userEvent.click(screen.getByRole('button', { name: 'Write' }))
  expect(window.location.search).toContain('channel=')
})

it('writes nothing once the visitor has opened a page whose code is still being loaded', async () => {
  const { arrive } = visit()
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  await userEvent.click(screen.getByRole('button', { name: 'Write' }))
  await arrive()
  expect(window.location.pathname).toBe('/next')
  expect(screen.getByText('The next page')).toBeVisible()
})
