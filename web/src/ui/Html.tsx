import type { MouseEvent } from 'react'
import { useNavigate } from '../router'
import { isExternal } from './AppLink'
import { classes } from './classes'
import { opensHere } from './opens-here'

/**
 * HTML that the server has sanitised. Internal links in it navigate without reloading the page,
 * except to files: no page has a name with an ending.
 */
export function Html({
  html,
  look = 'html',
  className,
}: {
  html: string
  /** How it looks: a text of the catalogue, or an article of the CMS. */
  look?: 'html' | 'article'
  className?: string
}) {
  return (
    // The links inside are clickable; this element only listens.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      onClick={useLinksInside()}
      className={classes(look, className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** What an element with sanitised HTML does on a press: the internal links in it navigate in place. */
export function useLinksInside() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    if (
      !href ||
      // A link that is a component has already navigated.
      event.defaultPrevented ||
      !opensHere(event) ||
      link?.target === '_blank' ||
      isExternal(href) ||
      /^#|^[^?#]*\.\w+(?=[?#]|$)/.test(href)
    )
      return
    event.preventDefault()
    navigate(href)
  }
}
