import { track } from './events'

/** Reports each click on a link to another host, without the link's query. */
export function watchLinks(page: Document): void {
  const followed = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol)) return
    if (link.host === window.location.host) return
    track('external_link_click', { destination: link.origin + link.pathname })
  }
  page.addEventListener('click', followed)
  // A click of the middle button opens a link in a new tab.
  page.addEventListener('auxclick', (event) => {
    if (event.button === 1) followed(event)
  })
}
