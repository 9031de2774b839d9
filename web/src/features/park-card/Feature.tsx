import { classes } from '../../ui'
import { iconOf } from './feature-icons'

/** The name of a feature after its icon, in a list. On a park's page they are larger. */
export function Feature({ name, large = false }: { name: string; large?: boolean }) {
  const size = large ? 20 : 16
  return (
    <li className={classes('inline-flex items-center', large ? 'gap-2.5' : 'gap-1.5')}>
      <svg width={size} height={size} aria-hidden="true" className="icon shrink-0">
        <use href={`${__FEATURE_ICONS__}#${iconOf(name)}`} />
      </svg>
      <span>{name}</span>
    </li>
  )
}
