import { AppLink } from '../../src/ui'
import type { Place } from '../places'
import { useIsAt } from './Navigation'

/** The five most used screens, at the foot of a tablet. */
export function Tabs({ places }: { places: readonly Place[] }) {
  const isAt = useIsAt()
  return (
    <nav
      aria-label="Most used"
      className="no-print fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface p-1.5 lg:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {places.map(({ href, title, icon: Icon }) => (
          <li key={href}>
            <AppLink
              href={href}
              aria-current={isAt(href) ? 'page' : undefined}
              className="flex min-h-13 flex-col items-center justify-center rounded-field text-note font-semibold aria-[current]:bg-sunk"
            >
              <Icon size={18} />
              <span>{title}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
