import type { ReactNode } from 'react'
import { AppLink } from '../../ui'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons'
import { groupThousands } from '../../rules/money'

/** Links to the previous, next, first and last page. */
export function Pagination({
  page,
  count,
  to,
}: {
  page: number
  count: number
  to: (page: number) => string
}) {
  if (count < 2) return null
  const shownPages = [...new Set([1, page - 1, page, page + 1, count])].filter(
    (one) => one >= 1 && one <= count,
  )
  return (
    <nav aria-label="Pages" className="mt-7">
      <ul className="flex flex-wrap items-center justify-center gap-2">
        {page > 1 ? (
          <li>
            <PageLink href={to(page - 1)} rel="prev">
              <ChevronLeftIcon size={20} aria-hidden="true" />
              Previous
            </PageLink>
          </li>
        ) : null}
        {shownPages.map((one, index) => (
          <li
            key={one}
            className="flex items-center gap-2 max-sm:[&:not(:has([aria-current]))]:hidden"
          >
            {one - (shownPages[index - 1] ?? one - 1) > 1 ? (
              <span aria-hidden="true">…</span>
            ) : null}
            <PageLink href={to(one)} current={one === page} label={`Page ${groupThousands(one)}`}>
              {groupThousands(one)}
            </PageLink>
          </li>
        ))}
        {page < count ? (
          <li>
            <PageLink href={to(page + 1)} rel="next">
              Next
              <ChevronRightIcon size={20} aria-hidden="true" />
            </PageLink>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

function PageLink({
  href,
  rel,
  current,
  label,
  children,
}: {
  href: string
  rel?: string
  current?: boolean
  label?: string
  children: ReactNode
}) {
  return (
    <AppLink
      href={href}
      rel={rel}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-button border-[1.5px] border-field bg-surface px-3 font-semibold hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-surface"
    >
      {children}
    </AppLink>
  )
}
