import type { ReactNode } from 'react'

/** A group of parts, each in its states; `wide`: each has the width of the page. */
export function Group({
  name,
  wide,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className="gallery-group">
      <h2 className="section-heading">{name}</h2>
      <div className="gallery-states" data-wide={wide || undefined}>
        {children}
      </div>
    </section>
  )
}

/** A part in one state, below the state's name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gallery-state">
      <p>{name}</p>
      <div>{children}</div>
    </div>
  )
}
