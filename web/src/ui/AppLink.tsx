import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { opensHere } from './opens-here'

/** Whether a URL leads to another site. Internal ones begin with one '/' or with '#'. */
export function isExternal(href: string): boolean {
  return !/^(?:\/(?!\/)|#|\?)/.test(href)
}

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  href: string
  /** Overrides `isExternal` for this link. */
  external?: boolean
  /** Called when the link is followed. An internal link that is opened in a new tab does not count. */
  onClick?: () => void
  children: ReactNode
}

/**
 * A link. Internal URLs navigate in place. External ones open in a new tab, which is announced to
 * screen readers. mailto: works as usual, and so does tel: with a number as people read it: its spaces
 * are left out.
 */
export function AppLink({ href, external, onClick, children, ...rest }: AppLinkProps) {
  const phone = href.startsWith('tel:')
  if (phone || href.startsWith('mailto:')) {
    return (
      <a {...rest} href={phone ? href.replaceAll(' ', '') : href} onClick={onClick}>
        {children}
      </a>
    )
  }
  if (external ?? isExternal(href)) {
    return (
      <a {...rest} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  }
  // The router's hooks for a link take a sixth of the time in which the server renders a page, which
  // nobody can click. A path is its own address, so they would return it unchanged.
  if (__SERVER__ && href.startsWith('/')) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
  return (
    <InternalLink {...rest} href={href} onClick={onClick}>
      {children}
    </InternalLink>
  )
}

/**
 * Made from the router's hooks: the router's own Link would also include its code for data loading,
 * which nothing here uses.
 */
function InternalLink({ href, onClick, children, ...rest }: Omit<AppLinkProps, 'external'>) {
  const follow = useLinkClickHandler(href)
  return (
    <a
      {...rest}
      href={useHref(href)}
      onClick={(event) => {
        if (opensHere(event)) onClick?.()
        follow(event)
      }}
    >
      {children}
    </a>
  )
}
