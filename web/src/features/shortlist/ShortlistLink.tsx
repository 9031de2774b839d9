import { AppLink } from '../../ui'
import { HeartIcon } from '../../ui/icons'
import { shortlist } from './list'

/**
 * A link to the shortlist, with the number of saved parks. The number always has its space, because
 * it is known only after the server's page has been shown.
 */
export function ShortlistLink({ className, onClick }: { className: string; onClick?: () => void }) {
  const { length } = shortlist.use()
  return (
    <AppLink href="/shortlist" onClick={onClick} className={className}>
      <HeartIcon size={16} aria-hidden="true" />
      Shortlist
      <span className="tabular min-w-5 text-left">{length > 0 ? length : null}</span>
    </AppLink>
  )
}
