import { AppLink, classes } from '../../src/ui'
import { useLocation } from '../../src/router'
import { HelpIcon } from '../parts/icons'
import { Keys } from '../parts/Keys'
import type { Place } from '../places'
import { offlineSince } from '../session'

/** Whether a place, or what lies below it, is shown. */
export function useIsAt() {
  const { pathname } = useLocation()
  return (href: string) =>
    href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}

/** The navigation at the left; on a tablet it opens below the bar. */
export function Navigation({
  places,
  open,
  onKeys,
}: {
  places: readonly Place[]
  open: boolean
  onKeys: () => void
}) {
  const isAt = useIsAt()
  const offline = offlineSince.use() !== undefined
  const groups = [...new Set(places.map(({ group }) => group))]
  return (
    <nav
      id="navigation"
      aria-label="Screens"
      className={classes(
        'no-print fixed top-(--bar) bottom-0 left-0 z-20 w-(--navigation) flex-col overflow-y-auto border-r border-line bg-surface p-2.5 lg:flex',
        open ? 'flex shadow-float' : 'hidden',
      )}
    >
      {groups.map((group) => (
        <div key={group}>
          {group ? <p className="caption mt-4 mb-1 px-2.5">{group}</p> : null}
          <ul>
            {places
              .filter((place) => place.group === group)
              .map(({ href, title, icon: Icon }) => (
                <li key={href}>
                  <AppLink
                    href={href}
                    aria-current={isAt(href) ? 'page' : undefined}
                    className="relative control flex items-center gap-2.5 rounded-field px-2.5 font-semibold hover:bg-sunk aria-[current]:bg-sunk aria-[current]:before:absolute aria-[current]:before:inset-y-1.5 aria-[current]:before:-left-2.5 aria-[current]:before:w-[3px] aria-[current]:before:bg-accent"
                  >
                    <Icon size={18} />
                    <span>{title}</span>
                  </AppLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto flex items-center justify-between pt-4 text-note">
        <span className="inline-flex items-center gap-2 px-2.5">
          <span
            aria-hidden="true"
            className={classes('size-2 rounded-full', offline ? 'bg-field' : 'bg-success')}
          />
          <span>{offline ? 'Offline' : 'Live'}</span>
        </span>
        <button
          type="button"
          onClick={onKeys}
          className="control inline-flex items-center gap-2 px-2 font-semibold"
        >
          <HelpIcon size={18} />
          <span>Keys</span>
          <Keys keys={['?']} />
        </button>
      </div>
    </nav>
  )
}
