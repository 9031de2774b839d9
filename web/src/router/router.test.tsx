import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  browserHistory,
  generatePath,
  matchRoutes,
  memoryHistory,
  Outlet,
  resolve,
  Router,
  useLocation,
  useNavigate,
  useNavigationType,
  useOutletContext,
  useParams,
  useRoutes,
  type History,
} from '.'

/** The path of the route that is found, and its parameters. */
function found(paths: readonly string[], pathname: string, caseSensitive = false) {
  const routes = paths.map((path) => ({ path, caseSensitive }))
  const match = matchRoutes(routes, pathname)?.at(-1)
  return match && [match.route.path, match.params]
}

describe('the route of a path', () => {
  it.each([
    [['*', '/booking/*', '/booking/extras'], '/booking/extras', '/booking/extras', {}],
    [['*', '/booking/*', '/booking/extras'], '/booking/x/y', '/booking/*', { '*': 'x/y' }],
    [['*', '/booking/*'], '/booking', '/booking/*', { '*': undefined }],
    [
      ['/:path/:id/:slug', '/boat/:id/:slug'],
      '/boat/1/a',
      '/boat/:id/:slug',
      { id: '1', slug: 'a' },
    ],
    [['/:a/:b', '/:c/:d'], '/x/y', '/:a/:b', { a: 'x', b: 'y' }],
    [['/', '/:word'], '/', '/', {}],
    [['/help', '/:word'], '/help/', '/help', {}],
    [['/help.html', '/:word'], '/helpxhtml', '/:word', { word: 'helpxhtml' }],
    [['/a/:id'], '/a/caf%C3%A9%2Fbar', '/a/:id', { id: 'café/bar' }],
    [['/a/:id'], '/a/100%', '/a/:id', { id: '100%' }],
  ])('of %j, %s has %s', (paths, pathname, path, params) => {
    expect(found(paths, pathname)).toEqual([path, params])
  })

  it('is of the same case where that is wanted, and none where nothing matches', () => {
    expect(found(['/help'], '/Help')).toEqual(['/help', {}])
    expect(found(['/help'], '/Help', true)).toBeUndefined()
    expect(found(['/help'], '/help/x')).toBeUndefined()
  })

  it('has its frames before it', () => {
    const child = { path: '/step/:name' }
    const frame = { children: [child] }
    const matches = matchRoutes([frame], '/step/one')
    expect(matches?.map(({ route }) => route)).toEqual([frame, child])
    expect(matches?.[0]?.params).toEqual({ name: 'one' })
  })

  it('is made of a pattern and parameters', () => {
    expect(generatePath('/:path/:id/x', { path: 'a b', id: '1' })).toBe('/a%20b/1/x')
  })
})

it.each([
  ['/a?b=1#c', { pathname: '/a', search: '?b=1', hash: '#c' }],
  ['?b=1', { pathname: '/from', search: '?b=1', hash: '' }],
  ['#c', { pathname: '/from', search: '', hash: '#c' }],
  [{ search: '?d' }, { pathname: '/from', search: '?d', hash: '' }],
  [
    { search: 'd', hash: 'e' },
    { pathname: '/from', search: '?d', hash: '#e' },
  ],
  [{ pathname: '/a' }, { pathname: '/a', search: '', hash: '' }],
])('%j leads from a page to %j', (to, path) => {
  expect(resolve(to, '/from')).toEqual(path)
})

function Page() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  return (
    <>
      <output>{[pathname + search, JSON.stringify(state), type].join(' ')}</output>
      <button type="button" onClick={() => navigate('/two?x=1', { state: { from: 'one' } })}>
        Push
      </button>
      <button type="button" onClick={() => navigate({ search: '?y=2' }, { replace: true })}>
        Replace
      </button>
    </>
  )
}

function show(history: History) {
  render(
    <Router history={history}>
      <Page />
    </Router>,
  )
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const says = async (text: string) => {
    await expect.poll(() => screen.getByRole('status').textContent).toBe(text)
  }
  return { press, says }
}

afterEach(() => window.history.replaceState(null, '', '/'))

describe.each([
  ['the browser’s history', browserHistory],
  ['a history in memory', () => memoryHistory('/')],
])('%s', (_, make) => {
  it('pushes, replaces and goes back, with what is stored with each entry', async () => {
    const history = make()
    const { press, says } = show(history)
    await says('/ null POP')
    await press('Push')
    await says('/two?x=1 {"from":"one"} PUSH')
    await press('Replace')
    await says('/two?y=2 null REPLACE')
    const { key } = history.current().location
    act(() => history.go(-1))
    await says('/ null POP')
    expect(history.current().location.key).not.toBe(key)
    act(() => history.go(1))
    await says('/two?y=2 null POP')
    expect(history.current().location.key).toBe(key)
  })

  it('takes the parts of an address as one text', () => {
    const history = make()
    history.push({ pathname: '/three', search: 'x=1', hash: '' })
    expect(history.current().location).toMatchObject({ pathname: '/threex=1', search: '' })
  })
})

it('the browser’s history does not take a state that cannot be stored for a full history', () => {
  vi.spyOn(window.history, 'pushState').mockImplementation(() => {
    throw new DOMException('it has a function', 'DataCloneError')
  })
  const path = { pathname: '/', search: '', hash: '' }
  expect(() => browserHistory().push(path, () => {})).toThrow('it has a function')
})

it('shows the address that was opened before it listened', async () => {
  function Leaving() {
    const navigate = useNavigate()
    useLayoutEffect(() => navigate('/two'), [navigate])
    return null
  }
  render(
    <Router history={memoryHistory('/one')}>
      <Leaving />
      <Page />
    </Router>,
  )
  await expect.poll(() => screen.getByRole('status').textContent).toBe('/two null PUSH')
})

function Frame() {
  return (
    <section aria-label="frame">
      <Outlet context="from the frame" />
    </section>
  )
}

function Step() {
  return <p>{`${useParams().name} ${String(useOutletContext())}`}</p>
}

it('a frame shows the route within it, and gives it a value', () => {
  function Routes() {
    const element = <Step />
    return useRoutes([{ element: <Frame />, children: [{ path: '/step/:name', element }] }])
  }
  render(
    <Router history={memoryHistory('/step/one')}>
      <Routes />
    </Router>,
  )
  expect(screen.getByRole('region', { name: 'frame' })).toHaveTextContent('one from the frame')
})
