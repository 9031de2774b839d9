import { Tag } from '../../ui'
import { AwardIcon, HeartIcon } from '../../ui/icons'

/** The badge of a park: favourite or recommended, never both. */
export function Badge({ sticky, premium }: { sticky: boolean; premium: boolean }) {
  if (!sticky && !premium) return null
  return (
    <Tag
      kind={sticky ? 'ink' : 'paper'}
      icon={sticky ? HeartIcon : AwardIcon}
      className="absolute top-2 left-2"
    >
      {sticky ? 'Park Favourite' : 'Recommended'}
    </Tag>
  )
}
