import { useAppDispatch } from '../../api'
import type { MenuChannel } from '../../api/schema'
import { AppLink } from '../../ui'
import { menuLinkFollowed } from '../page'

/** The sections of a channel's menu: a heading and links in each. */
export function MenuSections({
  code,
  menu,
  onFollow,
  phone = false,
}: {
  code: string
  menu: MenuChannel
  onFollow: () => void
  /** Two columns of ruled links. */
  phone?: boolean
}) {
  const dispatch = useAppDispatch()
  const follow = (url: string, external: boolean) => {
    // Only links of a channel's menu change the search.
    if (!external && menu.isChannel) dispatch(menuLinkFollowed({ channelId: code, url }))
    onFollow()
  }
  return menu.columns
    .filter(({ links }) => links?.length > 0)
    .map(({ title, links }) => (
      <section key={title} aria-label={title} className={phone ? 'mt-5' : ''}>
        <h2 className={phone ? 'text-small font-semibold text-muted' : 'text-h4 font-bold'}>
          {title}
        </h2>
        <ul className={phone ? 'grid grid-cols-2 gap-x-4' : 'mt-1'}>
          {links.map(({ text, url }) => {
            const external = url.startsWith('http')
            return (
              <li key={url} className={phone ? 'border-b border-line' : ''}>
                <AppLink
                  href={url}
                  external={external}
                  onClick={() => follow(url, external)}
                  className={`flex items-center break-words underline-offset-4 hover:underline ${phone ? 'min-h-[52px] py-1.5 text-value' : 'min-h-9'}`}
                >
                  {text}
                </AppLink>
              </li>
            )
          })}
        </ul>
      </section>
    ))
}
