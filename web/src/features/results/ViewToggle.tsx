import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { AppLink, classes } from '../../ui'
import { GridIcon, ListIcon, MapIcon } from '../../ui/icons'
import { track } from '../analytics'
import { selectCriteria, useSearchLinks } from '../search'

/**
 * Switches between cards and map. It is a link, so that the view is in the address: Back, a shared
 * link and a browser without script keep it.
 */
export function ViewToggle({
  onMap = false,
  className,
}: {
  /** The toggle is on top of the map. */
  onMap?: boolean
  className?: string
}) {
  const { pathname } = useLocation()
  const criteria = useSelector(selectCriteria)
  const isMap = criteria.view === 'map'
  const otherQuery = useSearchLinks().queryOf({ ...criteria, view: isMap ? undefined : 'map' })
  return (
    <AppLink
      href={`${pathname}?${otherQuery}`}
      onClick={() => {
        if (!isMap) track('switched_to_results_map_view')
      }}
      className={classes(
        'inline-flex min-h-12 items-center px-5 text-button font-bold',
        onMap
          ? 'on-ink rounded-full bg-ink text-surface shadow-float'
          : 'rounded-button border-2 border-ink bg-surface text-ink hover:bg-ink hover:text-surface',
        className,
      )}
    >
      <ToggleName isMap={isMap} />
    </AppLink>
  )
}

/** 'Map' above the cards. Above the map it is 'Grid', or 'List' if a row has one card. */
function ToggleName({ isMap }: { isMap: boolean }) {
  const nameClasses = 'inline-flex items-center gap-2'
  if (!isMap) {
    return (
      <span className={nameClasses}>
        <MapIcon size={20} aria-hidden="true" />
        Map
      </span>
    )
  }
  return (
    <>
      <span className={`${nameClasses} max-md:hidden`}>
        <GridIcon size={20} aria-hidden="true" />
        Grid
      </span>
      <span className={`${nameClasses} md:hidden`}>
        <ListIcon size={20} aria-hidden="true" />
        List
      </span>
    </>
  )
}
