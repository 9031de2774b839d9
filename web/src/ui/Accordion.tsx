import type { ReactNode } from 'react'
import { ChevronDownIcon } from './icons'

export interface AccordionItem {
  title: ReactNode
  content: ReactNode
}

/**
 * Titles that show and hide their content, independently of each other, also without script. The
 * first is open at the start.
 */
export function Accordion({
  items,
  initiallyOpen = [0],
  level = 3,
}: {
  items: readonly AccordionItem[]
  initiallyOpen?: readonly number[]
  /** The heading level of the titles. */
  level?: 2 | 3 | 4
}) {
  const Heading = `h${level}` as const
  return (
    <div className="border-t border-line">
      {items.map(({ title, content }, index) => (
        <details
          key={index}
          open={initiallyOpen.includes(index)}
          className="group border-b border-line"
        >
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lead font-bold hover:underline">
            <Heading>{title}</Heading>
            <ChevronDownIcon
              size={20}
              aria-hidden="true"
              className="transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="pb-5">{content}</div>
        </details>
      ))}
    </div>
  )
}
