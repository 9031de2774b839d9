import { useId, useState, type ReactNode } from 'react'
import { classes } from './classes'
import { ChevronDownIcon } from './icons'

export interface AccordionItem {
  title: ReactNode
  content: ReactNode
}

/**
 * Titles that show and hide their content, independently of each other. The first is open at the
 * start.
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
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(initiallyOpen))
  const base = useId()
  const toggle = (index: number) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(index)) after.add(index)
      return after
    })
  const Heading = `h${level}` as const

  return (
    <div className="border-t border-line">
      {items.map((item, index) => (
        <div key={index} className="border-b border-line">
          <Heading>
            <button
              type="button"
              aria-expanded={open.has(index)}
              aria-controls={`${base}-${index}`}
              onClick={() => toggle(index)}
              className="flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left text-lead font-bold hover:underline"
            >
              {item.title}
              <ChevronDownIcon
                size={20}
                aria-hidden="true"
                className={classes(
                  'transition-transform duration-150',
                  open.has(index) && 'rotate-180',
                )}
              />
            </button>
          </Heading>
          <div id={`${base}-${index}`} hidden={!open.has(index)} className="accordion-content pb-5">
            {item.content}
          </div>
        </div>
      ))}
    </div>
  )
}
