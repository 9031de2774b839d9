import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from '../../src/router'

/**
 * A screen: its heading, a line below it, and what can be done beside it. The heading names the
 * document, and takes the focus when another address is opened. `private`: a name stands in it, which
 * the browser's history must not keep, so the document has another title.
 */
export function Page({
  title,
  documentTitle = title,
  line,
  beside,
  above,
  children,
}: {
  title: string
  documentTitle?: string
  line?: ReactNode
  beside?: ReactNode
  above?: ReactNode
  children: ReactNode
}) {
  const heading = useHeading(documentTitle)
  return (
    <>
      {above}
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {line ? <p className="text-muted">{line}</p> : null}
        </div>
        {beside ? <div className="flex flex-wrap items-center gap-2">{beside}</div> : null}
      </div>
      {children}
    </>
  )
}

/** Names the document, and gives the heading the focus when it has just been opened. */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    document.title = `${title} · Back office`
  }, [title])
  useEffect(() => {
    const at = document.activeElement
    // A field that took the focus by itself keeps it.
    if (!at || at === document.body || !at.closest('main')) heading.current?.focus()
  }, [key])
  return heading
}
