import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { isExternal } from './AppLink'
import { classes } from './classes'
import { opensHere } from './opens-here'

/**
 * HTML that the server has sanitised. Internal links in it navigate without reloading the page,
 * except to files: no page has a name with an ending.
 */
export function Html({ html, className }: { html: string; className?: string }) {
  const navigate = useNavigate()
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    if (
      !href ||
      !opensHere(event) ||
      link?.target === '_blank' ||
      isExternal(href) ||
      /^#|^[^?#]*\.\w+(?=[?#]|$)/.test(href)
    )
      return
    event.preventDefault()
    void navigate(href)
  }
  return (
    // The links inside are clickable; this element only listens.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      onClick={onClick}
      className={classes('html', className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
