import { useEffect } from 'react'
import { useLocation } from '../../router'
import type { MenuChannel } from '../../api/schema'
import { AppLink, classes, useAtLeast } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import type { MegaPanel } from './MegaPanel'
import { toggleId, useOpenMenu, type MegaMenu } from './mega-menu'
import type { ExtraLink, MenuEntry } from './menu'

const TITLE = 'nav-link'

/**
 * The titles on wide screens: a link each, and a button that opens the channel's menu.
 */
export function MainNavigation({
  entries,
  extras,
  menus,
  Panel,
  onNeeded,
  className,
}: {
  entries: readonly MenuEntry[]
  extras: readonly ExtraLink[]
  menus: MegaMenu
  /** The component of a menu; undefined until it is loaded. */
  Panel: typeof MegaPanel | undefined
  /** Called when a menu is likely to be opened soon. */
  onNeeded: () => void
  className: string
}) {
  const { pathname, search } = useLocation()
  const { open, nav, itemProps, toggle, close } = useOpenMenu(
    pathname + search,
    (code) => code in menus,
  )
  const wide = useAtLeast('lg')
  useEffect(() => {
    // Touch screens have no hover, so the menus are loaded before the first press.
    if (wide && window.matchMedia?.('(hover: none)').matches) onNeeded()
  }, [wide, onNeeded])
  const manyTitles = entries.length + extras.length > 8
  // Pointer or focus on the navigation: a menu is likely to be opened soon.
  const loadHandlers = { onPointerOver: onNeeded, onFocus: onNeeded }
  return (
    <nav aria-label="Main" ref={nav} {...loadHandlers} className={className}>
      <ul
        className={classes(
          'flex flex-wrap justify-end text-detail font-semibold [font-stretch:76%]',
          manyTitles
            ? 'gap-x-2.5 max-xl:text-small max-xl:[font-stretch:75%] xl:gap-x-0.5 xl:[font-stretch:88%]'
            : 'gap-x-4 xl:gap-x-2 xl:text-body xl:[font-stretch:100%]',
        )}
      >
        {entries.map((entry) => (
          <MenuItem
            key={entry.code}
            entry={entry}
            menu={menus[entry.code]}
            Panel={Panel}
            open={open === entry.code}
            item={itemProps(entry.code)}
            onToggle={() => toggle(entry.code)}
            onFollow={close}
          />
        ))}
        {extras.map(({ title: text, href }, index) => (
          // The first one needs no space before it: the invisible menu button is there.
          <li key={text} className={index === 0 ? '' : 'xl:pl-6'}>
            <AppLink
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              className={TITLE}
            >
              {text}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * A channel's title, its button and, while it is open, its menu. Below xl there is no space between
 * the titles, so the buttons are below them.
 */
function MenuItem({
  entry,
  menu,
  Panel,
  open,
  item,
  onToggle,
  onFollow,
}: {
  entry: MenuEntry
  /** Undefined if the channel has no menu, or while it is loading. */
  menu: MenuChannel | undefined
  Panel: typeof MegaPanel | undefined
  open: boolean
  /** The event handlers of the item. */
  item: ReturnType<ReturnType<typeof useOpenMenu>['itemProps']>
  onToggle: () => void
  onFollow: () => void
}) {
  const { pathname } = useLocation()
  const { code, href, title } = entry
  const isShown = open && menu !== undefined && Panel !== undefined
  return (
    <li {...item} className="inline-flex max-xl:flex-col">
      <AppLink
        href={href}
        aria-current={pathname === href ? 'page' : undefined}
        onClick={onFollow}
        className={classes(TITLE, isShown && 'border-accent!')}
      >
        {title}
      </AppLink>
      {/* Invisible before the menu is loaded, but in its place, so that no title moves. */}
      <button
        type="button"
        id={toggleId(code)}
        aria-label={`${title} menu`}
        aria-expanded={isShown}
        aria-controls={isShown ? `${toggleId(code)}-panel` : undefined}
        onClick={onToggle}
        className={classes('menu-toggle', menu ? '' : 'invisible')}
      >
        <ChevronDownIcon
          size={16}
          aria-hidden="true"
          className={classes('shrink-0', isShown && 'rotate-180')}
        />
      </button>
      {isShown ? (
        <Panel id={`${toggleId(code)}-panel`} entry={entry} menu={menu} onFollow={onFollow} />
      ) : null}
    </li>
  )
}
