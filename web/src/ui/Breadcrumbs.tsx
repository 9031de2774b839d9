import { AppLink } from './AppLink'

/** A step of the breadcrumb navigation. */
export interface Crumb {
  name: string
  /** Absent for the page itself. */
  href?: string
}

/** The way from the home page to this one. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-2.5 min-h-6 text-small lg:mb-5">
      <ol className="flex flex-wrap gap-x-1.5">
        {[{ name: 'Home', href: '/' }, ...crumbs].map(({ name, href }, index) => (
          <li key={name} className="min-w-0 break-words">
            {index > 0 ? (
              <span aria-hidden="true" className="mr-1.5">
                /
              </span>
            ) : null}
            {href ? (
              <AppLink href={href} className="text-link">
                {name}
              </AppLink>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
