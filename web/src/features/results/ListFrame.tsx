import type { ReactNode } from 'react'
import { Skeleton } from '../../ui'

/** The list of results: below its heading and, from lg on, beside its filters. */
export function ListFrame({
  heading,
  sort,
  filters,
  children,
}: {
  heading: ReactNode
  sort?: ReactNode
  /** Not shown below lg. */
  filters: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        {heading}
        <div className="hidden lg:block">{sort}</div>
      </div>
      <div className="mt-5 grid gap-x-7 lg:grid-cols-[256px_minmax(0,1fr)]">
        {filters}
        {children}
      </div>
    </>
  )
}

/** The list while its code is loading: everything has its later position. */
export function ListLoading({ heading }: { heading: ReactNode }) {
  return (
    <ListFrame heading={heading} filters={<div className="hidden lg:block" />}>
      <div>
        {/* As high as the buttons for filters. */}
        <div className="mb-3.5 h-11 lg:hidden" />
        <ListSkeleton />
      </div>
    </ListFrame>
  )
}

/** The first cards of the results while they are loading. */
export function ListSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:gap-5 xl:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="card">
      <div className="card-picture aspect-3/2">
        <Skeleton className="size-full" />
      </div>
      <div className="card-text flex flex-col gap-3 py-4">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-3 w-5/6" />
        <div className="mt-4 flex justify-between">
          <Skeleton className="h-10 w-28" />
          <Skeleton className="h-10 w-20" />
        </div>
        <Skeleton className="h-12 w-full" />
      </div>
    </div>
  )
}
