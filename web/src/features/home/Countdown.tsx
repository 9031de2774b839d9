import { useEffect, useState } from 'react'
import type { CountdownData } from '../../api'
import { ButtonLink, classes } from '../../ui'
import { themeClasses } from './fields'
import { useInBrowser } from './in-browser'

const TICK_MS = 1000

/** Days, hours, minutes and seconds until an instant, as shown. */
export function remaining(untilMs: number, nowMs: number) {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return [
    { label: 'Days', value: String(Math.floor(seconds / 86_400)) },
    { label: 'Hours', value: two(Math.floor(seconds / 3600) % 24) },
    { label: 'Minutes', value: two(Math.floor(seconds / 60) % 60) },
    { label: 'Seconds', value: two(seconds % 60) },
  ]
}

/** Whether a status field switches the countdown on. */
export function isOn(status: CountdownData['status']): boolean {
  return ![undefined, false, 0, '0', 'N', 'n', '', 'false'].includes(status)
}

/**
 * A panel that counts down to an instant and disappears when it is reached. The server may have
 * rendered it hours ago: it is hydrated as the page has it, and then rendered again with the current
 * time.
 */
export function Countdown({ data }: { data: CountdownData }) {
  const until = (data.datetime ?? 0) * 1000
  const on = isOn(data.status)
  const [now, setNow] = useState(() => Date.now())
  const inBrowser = useInBrowser()
  const over = inBrowser && now >= until

  useEffect(() => {
    if (!on || over) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [on, over])

  if (!on || over) return null
  const theme = themeClasses(data.background_colour, data.text_colour, {
    ground: 'dark',
    text: 'lighter',
  })
  return (
    <div className="section page-width">
      <section className={classes('rounded-card p-7 lg:px-10', theme)}>
        {data.title ? <h2 className="display text-h2">{data.title}</h2> : null}
        {data.text ? <p className="mt-2">{data.text}</p> : null}
        <ul
          // React keeps text that the server rendered, even where it differs. A new key renders the list again.
          key={inBrowser ? 'now' : 'rendered'}
          aria-live="off"
          className="mt-4 grid max-w-[400px] grid-cols-4 gap-2"
        >
          {remaining(until, now).map(({ label, value }) => (
            <li key={label} className="rounded-field bg-current/8 px-1 py-3 text-center">
              {/* Time passes between the server's rendering and the browser's. */}
              <span suppressHydrationWarning className="tabular block text-price-md font-bold">
                {value}
              </span>
              <span className="text-small">{label}</span>
            </li>
          ))}
        </ul>
        {data.linktext && data.url ? (
          <ButtonLink
            href={data.url}
            external={data.url.startsWith('http')}
            variant="deal"
            className="mt-5"
          >
            {data.linktext}
          </ButtonLink>
        ) : null}
      </section>
    </div>
  )
}
