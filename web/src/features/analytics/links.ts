import { track } from './events'

/** Reports every link to another host that is followed, without its query. */
export function watchLinks(page: Document): void {
  const followed = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol)) return
    if (link.host === window.location.host) return
    track('external_link_click', { destination: link.origin + link.pathname })
  }
  page.addEventListener('click', followed)
  // A link that is opened in a new tab by the middle button.
  page.addEventListener('auxclick', (event) => {
    if (event.button === 1) followed(event)
  })
}
