import { lazy, useRef, useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { brand, t } from '../../brands'
import { Logo } from '../../brands/Logo'
import { AppLink, classes, LazyPart, Modal, Spinner, useScrolledPast } from '../../ui'
import { CloseIcon, MenuIcon, TicketIcon } from '../../ui/icons'
import { selectChannels } from '../catalogue'
import { isBookingPath } from '../page'
import { MainNavigation } from './MainNavigation'
import { useMegaMenus, type MegaMenu } from './mega-menu'
import { extraLinks, menuEntries } from './menu'
import { BAR_HEIGHT, TopBar } from './TopBar'
import { useDismiss } from './useDismiss'

const PhoneMenu = lazy(() =>
  import('./PhoneMenu').then((module) => ({ default: module.PhoneMenu })),
)

/** The class names of the header's element. */
export const HEADER = 'relative z-(--z-header)'

/**
 * The header of every page. `renderLookup` renders the content of the 'My Booking' dialog; its
 * argument closes the dialog.
 */
export function Header({ renderLookup }: { renderLookup: (close: () => void) => ReactNode }) {
  const { pathname } = useLocation()
  const [loginOpen, setLoginOpen] = useState(false)
  const openLogin = () => setLoginOpen(true)
  const closeLogin = () => setLoginOpen(false)
  const isBookingPage = isBookingPath(pathname)

  return (
    <>
      <header className={HEADER}>
        {/* By its key, the bar of the booking is another element: the texts of one that is reused would
           move in view. */}
        <TopBar
          key={isBookingPage ? 'booking' : 'site'}
          path={pathname}
          compact={isBookingPage}
          onMyBooking={openLogin}
        />
        {isBookingPage ? null : <MainHeader path={pathname} onMyBooking={openLogin} />}
        <Modal open={loginOpen} onClose={closeLogin} title={t('myBooking.login.title')}>
          {/* As high as the form, so that the dialog does not move when its code comes. */}
          <LazyPart wanted loading={<Spinner className="h-[292px]" />}>
            {renderLookup(closeLogin)}
          </LazyPart>
        </Modal>
      </header>
      {/* Outside the header, which is above everything: panels of the search box must cover this
         button. */}
      {isBookingPage || pathname === '/my-booking' ? null : (
        <ScrolledButton onMyBooking={openLogin} />
      )}
    </>
  )
}

function MainHeader({ path, onMyBooking }: { path: string; onMyBooking: () => void }) {
  const channels = useSelector(selectChannels)
  const { header, campaign } = brand
  const isLight = header.style === 'light'
  const entries = menuEntries(channels)
  const extras = extraLinks(header, campaign)
  const { menus, Panel, load } = useMegaMenus()

  return (
    <div
      className={classes(
        'relative [border-bottom:var(--header-rule)]',
        isLight ? 'bg-surface' : 'bg-ink',
      )}
    >
      <div className="page-width flex min-h-(--header) items-center justify-between gap-4 max-[359px]:gap-2">
        <AppLink
          href="/"
          className={classes(
            'inline-flex min-h-11 min-w-0 items-center lg:shrink-0',
            !isLight && 'on-ink',
          )}
        >
          <Logo kind={isLight ? 'dark' : 'light'} height={header.logo.height} />
        </AppLink>
        <MainNavigation
          entries={entries}
          extras={extras}
          menus={menus}
          Panel={Panel}
          onNeeded={load}
          className={classes('max-lg:hidden', !isLight && 'on-ink text-surface')}
        />
        <PhoneNavigation
          path={path}
          entries={entries}
          extras={extras}
          menus={menus}
          onNeeded={load}
          onMyBooking={onMyBooking}
        />
      </div>
    </div>
  )
}

function PhoneNavigation({
  path,
  entries,
  extras,
  menus,
  onNeeded,
  onMyBooking,
}: {
  path: string
  entries: ReturnType<typeof menuEntries>
  extras: ReturnType<typeof extraLinks>
  menus: MegaMenu
  onNeeded: () => void
  onMyBooking: () => void
}) {
  // The path on which the menu was opened: on another page it is closed.
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === path
  const close = () => setOpenOn(undefined)
  const nav = useRef<HTMLElement>(null)

  useDismiss(nav, open, close, () => {
    close()
    nav.current?.querySelector('button')?.focus()
  })

  const Icon = open ? CloseIcon : MenuIcon
  return (
    <nav aria-label="Main" ref={nav} className="shrink-0 lg:hidden">
      <button
        type="button"
        aria-expanded={open}
        aria-controls="phone-menu"
        onClick={() => {
          onNeeded()
          setOpenOn(open ? undefined : path)
        }}
        className="menu-button"
      >
        <Icon size={20} aria-hidden="true" />
        <span>{open ? 'Close' : 'Menu'}</span>
      </button>
      {open ? (
        <LazyPart wanted>
          <PhoneMenu
            entries={entries}
            extras={extras}
            menus={menus}
            onNavigate={close}
            onMyBooking={() => {
              // When the dialog closes, it returns the focus to where it was before. The menu is
              // closed then, so the focus is moved to its button first.
              nav.current?.querySelector('button')?.focus()
              close()
              onMyBooking()
            }}
          />
        </LazyPart>
      ) : null}
    </nav>
  )
}

/**
 * The small 'My Booking' button that appears once the top bar has scrolled out of view. It is in a line
 * of its own at the foot of the screen, where it covers nothing.
 */
function ScrolledButton({ onMyBooking }: { onMyBooking: () => void }) {
  const scrolled = useScrolledPast(BAR_HEIGHT)
  if (!scrolled) return null
  return (
    <div className="bottom-line floating-line">
      <div className="page-width flex justify-end">
        <button
          type="button"
          data-floating
          onClick={onMyBooking}
          className="edge on-ink fade-in floating-button"
        >
          <TicketIcon size={16} aria-hidden="true" />
          My Booking
        </button>
      </div>
    </div>
  )
}
