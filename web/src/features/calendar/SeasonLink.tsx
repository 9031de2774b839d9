import { AppLink } from '../../ui'

/** A link to the prices of the whole season by week. */
export function SeasonLink({
  query,
  onFollow,
  children = 'See the prices of every week',
}: {
  /** The search whose prices are shown. */
  query: string
  onFollow?: () => void
  children?: React.ReactNode
}) {
  return (
    <AppLink
      href={`/results/all-dates?${query}`}
      onClick={onFollow}
      className="text-link inline-flex min-h-11 items-center text-small"
    >
      {children}
    </AppLink>
  )
}
