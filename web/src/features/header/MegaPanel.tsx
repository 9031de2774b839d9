import type { MenuChannel } from '../../api/schema'
import { AppLink } from '../../ui'
import type { MenuEntry } from './menu'
import { MenuSections } from './MenuSections'

/** A channel's menu, as wide as the page. It covers the page below the titles, so nothing moves. */
export function MegaPanel({
  id,
  entry: { code, title, href },
  menu,
  onFollow,
}: {
  id: string
  entry: MenuEntry
  menu: MenuChannel
  onFollow: () => void
}) {
  return (
    <div
      id={id}
      className="fade-in absolute inset-x-0 top-full z-(--z-panel) max-h-[calc(100dvh-var(--above-page))] overflow-y-auto border-t border-line bg-surface text-ink shadow-float"
    >
      <div className="page-width flex items-start gap-11 py-7 text-body font-normal [font-stretch:100%]">
        <div className="grid flex-1 grid-cols-3 gap-x-7">
          <MenuSections code={code} menu={menu} onFollow={onFollow} />
        </div>
        {menu.image ? (
          <AppLink
            href={href}
            onClick={onFollow}
            className="card group block w-[300px] shrink-0 overflow-hidden hover:border-ink"
          >
            <span className="card-picture block">
              <img
                src={menu.image}
                alt=""
                width={300}
                height={200}
                className="aspect-3/2 w-full bg-skeleton object-cover"
              />
            </span>
            <span className="card-text block pt-3 pb-4 text-center font-semibold group-hover:underline">
              Browse all {title}
            </span>
          </AppLink>
        ) : null}
      </div>
    </div>
  )
}
