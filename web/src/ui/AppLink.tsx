import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { pathText, resolve, useLocation, useNavigate } from '../router'
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
  // Nobody can click what the server renders, and a path is its own address.
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

/** A link to the address that is shown adds no entry to the history. */
function InternalLink({ href, onClick, children, ...rest }: Omit<AppLinkProps, 'external'>) {
  const navigate = useNavigate()
  const location = useLocation()
  const path = resolve(href, location.pathname)
  return (
    <a
      {...rest}
      href={pathText(path)}
      onClick={(event) => {
        if (!opensHere(event)) return
        onClick?.()
        event.preventDefault()
        navigate(path, { replace: pathText(path) === pathText(location) })
      }}
    >
      {children}
    </a>
  )
}
