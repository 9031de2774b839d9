import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

/** Whether an address leaves the product: internal ones begin with one '/' or with '#'. */
export function isExternal(href: string): boolean {
  return !/^(?:\/(?!\/)|#|\?)/.test(href)
}

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  href: string
  /** Where the rule for this link is another than `isExternal`. */
  external?: boolean
  onClick?: () => void
  children: ReactNode
}

/**
 * A link of the product. Internal addresses navigate in place; external ones
 * open in a new tab, which is said to those who do not see it; tel: and
 * mailto: stay what they are.
 */
export function AppLink({ href, external, onClick, children, ...rest }: AppLinkProps) {
  if (/^(?:tel|mailto):/.test(href)) {
    return (
      <a {...rest} href={href} onClick={onClick}>
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
  return (
    <InternalLink {...rest} href={href} onClick={onClick}>
      {children}
    </InternalLink>
  )
}

/** Of the router's hooks: its own Link brings the loading of data along, which nothing here uses. */
function InternalLink({ href, onClick, children, ...rest }: Omit<AppLinkProps, 'external'>) {
  const follow = useLinkClickHandler(href)
  return (
    <a
      {...rest}
      href={useHref(href)}
      onClick={(event) => {
        onClick?.()
        follow(event)
      }}
    >
      {children}
    </a>
  )
}
