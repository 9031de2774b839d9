import { londonTime } from '../../src/rules/dates'
import { OfflineIcon } from '../parts/icons'
import { offlineSince } from '../session'

/** Says that there is no connection. The region is always there, so that it is announced. */
export function OfflineBar() {
  const since = offlineSince.use()
  return (
    <div role="status" className="no-print">
      {since === undefined ? null : (
        <p className="flex items-center gap-3 bg-disabled px-4 py-2.5 font-semibold lg:px-6">
          <OfflineIcon size={18} />
          <span>
            {`No connection since ${londonTime(since)}. You can read; nothing can be changed.`}
          </span>
        </p>
      )}
    </div>
  )
}
