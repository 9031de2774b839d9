import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { MenuChannel } from '../../api/schema'
import { AppLink, classes, useAtLeast } from '../../ui'
import { ChevronDownIcon } from '../../ui/icons'
import { MegaPanel } from './MegaPanel'
import { toggleId, useOpenMenu, type MegaMenu } from './mega-menu'
import type { ExtraLink, MenuEntry } from './menu'

const TITLE =
  'inline-flex min-h-11 items-center border-b-[3px] border-transparent pt-[3px] whitespace-nowrap hover:border-accent aria-[current=page]:border-accent'

/** The titles of wide screens: each a link, with a button beside it that opens its menu. */
export function MainNavigation({
  entries,
  extras,
  menus,
  onNeeded,
  className,
}: {
  entries: readonly MenuEntry[]
  extras: readonly ExtraLink[]
  menus: MegaMenu
  /** The menus will soon be wanted. */
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
    // A finger cannot rest on a title: its button has to be there before.
    if (wide && window.matchMedia?.('(hover: none)').matches) onNeeded()
  }, [wide, onNeeded])
  const many = entries.length + extras.length > 8
  // Whoever comes near will want the menus.
  const near = { onPointerOver: onNeeded, onFocus: onNeeded }
  return (
    <nav aria-label="Main" ref={nav} {...near} className={className}>
      <ul
        className={classes(
          'flex flex-wrap justify-end text-detail font-semibold [font-stretch:76%]',
          many
            ? 'max-xl:text-small max-xl:[font-stretch:75%] xl:gap-x-2 xl:[font-stretch:88%]'
            : 'xl:gap-x-2 xl:text-body xl:[font-stretch:100%]',
        )}
      >
        {entries.map((entry) => (
          <MenuItem
            key={entry.code}
            entry={entry}
            menu={menus[entry.code]}
            open={open === entry.code}
            narrow={many}
            item={itemProps(entry.code)}
            onToggle={() => toggle(entry.code)}
            onFollow={close}
          />
        ))}
        {extras.map(({ title: text, href }) => (
          <li key={text} className="pl-2">
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

/** A channel's title, the button beside it and, while it is open, its menu. */
function MenuItem({
  entry,
  menu,
  open,
  narrow,
  item,
  onToggle,
  onFollow,
}: {
  entry: MenuEntry
  /** Undefined where it has none, or while it is loading. */
  menu: MenuChannel | undefined
  open: boolean
  /** There are many titles, with little room for each. */
  narrow: boolean
  /** What the item listens to. */
  item: ReturnType<ReturnType<typeof useOpenMenu>['itemProps']>
  onToggle: () => void
  onFollow: () => void
}) {
  const { pathname } = useLocation()
  const { code, href, title } = entry
  const shown = open && menu !== undefined
  return (
    <li {...item} className="inline-flex items-stretch">
      <AppLink
        href={href}
        aria-current={pathname === href ? 'page' : undefined}
        onClick={onFollow}
        className={classes(TITLE, shown && 'border-accent!')}
      >
        {title}
      </AppLink>
      {/* It takes its room before the menu is there, so that no title moves. */}
      <button
        type="button"
        id={toggleId(code)}
        aria-label={`${title} menu`}
        aria-expanded={shown}
        aria-controls={shown ? `${toggleId(code)}-panel` : undefined}
        onClick={onToggle}
        className={classes(
          'inline-flex min-h-11 items-center justify-center pt-[3px]',
          code === 'hotels' ? 'w-3' : narrow ? 'w-3 xl:w-6' : 'w-5 xl:w-6',
          menu ? '' : 'invisible',
        )}
      >
        <ChevronDownIcon
          size={16}
          aria-hidden="true"
          className={classes('shrink-0', shown && 'rotate-180')}
        />
      </button>
      {shown ? (
        <MegaPanel id={`${toggleId(code)}-panel`} entry={entry} menu={menu} onFollow={onFollow} />
      ) : null}
    </li>
  )
}
