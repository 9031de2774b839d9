import { useState } from 'react'
import { useLocation, useNavigate, useRoutes } from '../../src/router'
import { Lock } from '../door/Lock'
import { useKeys } from '../keyboard'
import { places, routes } from '../places'
import { SearchOverlay } from '../search/SearchOverlay'
import { session, useMay } from '../session'
import { Bar } from './Bar'
import { KeysList } from './KeysList'
import { Navigation } from './Navigation'
import { OfflineBar } from './OfflineBar'
import { Tabs } from './Tabs'

/** The frame of every screen: bar, navigation, the screen, and what lies over it. */
export function Frame() {
  const navigate = useNavigate()
  const may = useMay()
  const locked = session.use().state === 'locked'
  const { key } = useLocation()
  // What lies over a screen goes with it.
  const [opened, setOpened] = useState<{ over: 'search' | 'keys' | 'menu'; key: string }>()
  const over = opened?.key === key ? opened.over : undefined
  const open = (what: 'search' | 'keys' | 'menu') => setOpened({ over: what, key })
  const close = () => setOpened(undefined)
  const page = useRoutes(routes)
  const allowed = places.filter((place) => may(place.may))
  useKeys({
    ...Object.fromEntries(allowed.map(({ key, href }) => [`g ${key}`, () => navigate(href)])),
    'mod+k': () => open('search'),
    '?': () => open('keys'),
  })
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-field bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:absolute"
      >
        Skip to the screen
      </a>
      <Bar
        onSearch={() => open('search')}
        menu={{
          open: over === 'menu',
          toggle: () => (over === 'menu' ? close() : open('menu')),
        }}
      />
      <Navigation places={allowed} open={over === 'menu'} onKeys={() => open('keys')} />
      <div className="pb-20 lg:pb-6 lg:pl-(--navigation) print:p-0">
        <OfflineBar />
        <main id="main" tabIndex={-1} className="mx-auto max-w-[1600px] p-4 lg:p-6">
          {page}
        </main>
      </div>
      <Tabs places={allowed.filter(({ tab }) => tab)} />
      {over === 'search' ? <SearchOverlay onClose={close} /> : null}
      {over === 'keys' ? <KeysList onClose={close} /> : null}
      {locked ? <Lock /> : null}
    </>
  )
}
