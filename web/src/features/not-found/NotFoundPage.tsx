import type { ReactNode } from 'react'
import { imageUrl } from '../../brands'
import { ButtonLink } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import { Page } from '../page'

/** The page for unknown addresses. The address stays as it was typed. */
export function NotFoundPage({ searchBox }: { searchBox?: ReactNode }) {
  return (
    <Page title="Page not found" noindex>
      <div className="relative">
        <picture>
          <source media="(max-width: 991px)" srcSet={imageUrl('hero/lost-small')} />
          <source media="(min-width: 1600px)" srcSet={imageUrl('hero/lost-large')} />
          <img
            src={imageUrl('hero/lost')}
            alt=""
            width={1440}
            height={720}
            fetchPriority="high"
            className="h-[560px] w-full object-cover object-right-bottom lg:h-[clamp(640px,35vw,880px)]"
          />
        </picture>
        <div className="absolute inset-x-0 top-0">
          <div className="page-width pt-6 lg:pt-12">
            <h1 className="display max-w-[9em] text-hero">Sorry, we can't find that page</h1>
            <p className="mt-4 max-w-[26em] text-lead lg:text-standfirst">
              It may have moved, or the holiday may no longer be on sale.
            </p>
            <div className="mt-5 flex flex-wrap gap-3">
              <ButtonLink href="/" icon={SearchIcon}>
                Search holidays
              </ButtonLink>
              <ButtonLink href="/help" variant="secondary">
                Help
              </ButtonLink>
            </div>
          </div>
        </div>
      </div>
      {searchBox ? (
        <div className="page-width relative -mt-(--box-overlap) pb-section">{searchBox}</div>
      ) : null}
    </Page>
  )
}
