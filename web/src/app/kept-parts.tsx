import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../router'
import { selectChannels, selectRegionsOf } from '../features/catalogue'
import { Footer } from '../features/footer'
import { Header, HEADER, shownOfPath } from '../features/header'
import { isBookingPath } from '../features/page'
import { DEFAULT_CHANNEL } from '../rules/channels'
import type { RootState } from './store'

/** How many forms of a part are kept: the header marks the current page, and the catalogue can change. */
const MOST = 32

/**
 * A part of pages that is the same on most of them. The server renders it once and then repeats it
 * as text: header and footer together have between a fifth and nine tenths of a page's elements.
 */
class KeptPart {
  /** What is in the part's element, by all that the part shows of the state and the address. */
  private readonly kept = new Map<string, string>()
  /** The form that is rendered with the current page, because it is not kept yet. */
  private newForm: string | undefined

  constructor(private readonly element: 'header' | 'footer') {}

  /** The content of the part's element; undefined if it has to be rendered with this page. */
  contentOf(shown: string): { __html: string } | undefined {
    const html = this.kept.get(shown)
    this.newForm = html === undefined ? shown : undefined
    return html === undefined ? undefined : { __html: html }
  }

  /** Keeps the part of a rendered page, if it is a new one, and returns whether it is. */
  keep(page: string): boolean {
    const shown = this.newForm
    this.newForm = undefined
    if (shown === undefined) return false
    // A page's own headers and footers are between those of the site.
    const start = this.element === 'header' ? page.indexOf('<header') : page.lastIndexOf('<footer')
    const end =
      this.element === 'header' ? page.indexOf('</header>', start) : page.lastIndexOf('</footer>')
    if (start < 0) return false
    if (this.kept.size >= MOST) this.kept.clear()
    this.kept.set(shown, page.slice(page.indexOf('>', start) + 1, end))
    return true
  }
}

const header = new KeptPart('header')
const footer = new KeptPart('footer')

/** Keeps the parts of a rendered page that are new, and returns whether there are any. */
export function keepParts(page: string): boolean {
  return [header, footer].map((part) => part.keep(page)).includes(true)
}

/** The header in the server's build. */
export function KeptHeader({ renderLookup }: { renderLookup: (close: () => void) => ReactNode }) {
  const { pathname } = useLocation()
  const channels = useSelector(selectChannels)
  const content = header.contentOf(JSON.stringify([shownOfPath(pathname, channels), channels]))
  if (!content) return <Header renderLookup={renderLookup} />
  return <header className={HEADER} dangerouslySetInnerHTML={content} />
}

/** All that the footer shows of the state and that can change on the server, as text. */
const selectShownInFooter = (state: RootState) =>
  JSON.stringify([selectRegionsOf(state, DEFAULT_CHANNEL), state.flags.values])

/** The footer in the server's build. */
export function KeptFooter() {
  const { pathname } = useLocation()
  const content = footer.contentOf(`${isBookingPath(pathname)} ${useSelector(selectShownInFooter)}`)
  if (!content) return <Footer />
  return <footer dangerouslySetInnerHTML={content} />
}
