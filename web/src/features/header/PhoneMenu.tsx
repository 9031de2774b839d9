import { useState } from 'react'
import { t } from '../../brands'
import { AppLink, Button, ButtonLink, classes } from '../../ui'
import { ChevronDownIcon, ChevronUpIcon, TicketIcon } from '../../ui/icons'
import { ShortlistLink } from '../shortlist'
import type { ExtraLink, MenuEntry } from './menu'
import type { MegaMenu } from './mega-menu'
import { MenuSections } from './MenuSections'
import { TelephoneLink } from './TopBar'

/**
 * The menu on narrow screens. A title opens its section, which also has a link to everything of the
 * channel.
 */
export function PhoneMenu({
  entries,
  extras,
  menus,
  onNavigate,
  onMyBooking,
}: {
  entries: readonly MenuEntry[]
  extras: readonly ExtraLink[]
  menus: MegaMenu
  onNavigate: () => void
  onMyBooking: () => void
}) {
  const [open, setOpen] = useState<string>()
  return (
    <div
      id="phone-menu"
      className="fade-in absolute inset-x-0 top-full z-(--z-panel) min-h-[calc(100dvh-var(--above-page))] bg-surface shadow-float"
    >
      <ul>
        {entries.map(({ code, title, href }) => (
          <li key={code} className="border-b border-line">
            <button
              type="button"
              aria-expanded={open === code}
              aria-controls={`phone-menu-${code}`}
              onClick={() => setOpen(open === code ? undefined : code)}
              className={classes(
                'flex min-h-[58px] w-full items-center justify-between gap-4 px-gutter text-left text-h4 font-semibold',
                // A shadow, because a border would move the title.
                open === code && 'bg-ground shadow-[inset_4px_0_var(--accent)]',
              )}
            >
              {title}
              {open === code ? (
                <ChevronUpIcon size={20} aria-hidden="true" />
              ) : (
                <ChevronDownIcon size={20} aria-hidden="true" />
              )}
            </button>
            <div
              id={`phone-menu-${code}`}
              hidden={open !== code}
              className="bg-ground px-gutter pb-7"
            >
              <ButtonLink href={href} fullWidth onClick={onNavigate}>
                Browse all {title}
              </ButtonLink>
              {menus[code] && open === code ? (
                <MenuSections code={code} menu={menus[code]} onFollow={onNavigate} phone />
              ) : null}
            </div>
          </li>
        ))}
        {extras.map(({ title, href }) => (
          <li key={title} className="border-b border-line">
            <AppLink
              href={href}
              onClick={onNavigate}
              className="flex min-h-[58px] items-center px-gutter text-h4 font-semibold"
            >
              {title}
            </AppLink>
          </li>
        ))}
        <ShortlistRow onNavigate={onNavigate} />
      </ul>
      <div className="px-gutter py-5">
        <Button variant="secondary" icon={TicketIcon} fullWidth onClick={onMyBooking}>
          My Booking
        </Button>
        <p className="mt-4">
          <TelephoneLink className="text-h3" />
        </p>
        <p className="pl-6 text-small text-muted">{t('support.hours')}</p>
      </div>
    </div>
  )
}

function ShortlistRow({ onNavigate }: { onNavigate: () => void }) {
  return (
    <li className="border-b border-line">
      <ShortlistLink
        onClick={onNavigate}
        className="flex min-h-[58px] items-center gap-2.5 px-gutter text-h4 font-semibold"
      />
    </li>
  )
}
