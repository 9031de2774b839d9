import type { ReactNode } from 'react'

/** A part of My Booking with its title. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card p-card md:p-6">
      <h2 className="display mb-3 text-part md:text-h3">{title}</h2>
      {children}
    </section>
  )
}
