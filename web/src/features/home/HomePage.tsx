import { Fragment, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { brand, t } from '../../brands'
import { classes } from '../../ui'
import { selectHomepage } from '../catalogue'
import { Page } from '../page'
import { selectBoxContent } from '../promotion'
import { LazySiteReviews } from '../site-reviews'
import { HomeBlock } from './Blocks'
import { SearchLine } from './SearchLine'

/** The promotion gate is beside the hero's text, over none of its links and buttons. */
const beside =
  'lg:pointer-events-none lg:absolute lg:inset-x-0 lg:top-[79px] lg:pb-0 lg:*:pointer-events-auto'

const TITLE = 'Caravan Holidays | Cheap Holiday Park Breaks'

/** The home page: the blocks of init in order, with the search box among them. */
export function HomePage({ searchBox }: { searchBox: ReactNode }) {
  const blocks = useSelector(selectHomepage)
  const hero = blocks.findIndex(({ type }) => type === 'HeroText')
  const banner = blocks.findIndex(({ type }) => type === 'Banner')
  /**
   * The index of the block after which the search box is in the document; -1 means before all
   * blocks.
   */
  const after = Math.max(hero, banner)
  const content = useSelector(selectBoxContent)
  const gated = content === 'gate'
  const box = (
    <div
      className={classes(
        'page-width relative z-(--z-sticky) order-2 lg:order-1',
        // An empty box takes no room, and pulls nothing over the picture's foot.
        content === 'nothing' ? 'hidden' : 'pb-7',
        banner >= 0 || hero < 0 ? 'max-lg:pt-7' : 'max-lg:-mt-24',
        hero < 0 ? 'lg:pt-7' : gated ? beside : 'lg:-mt-(--box-overlap)',
      )}
    >
      {brand.searchLine.show && content === 'form' ? <SearchLine /> : null}
      {searchBox}
    </div>
  )
  const titled = blocks.some(({ type }) => type === 'HeroText')
  return (
    <Page title={TITLE} wholeTitle description={t('company.tagline')} path="/">
      {titled ? null : <h1 className="sr-only">{t('company.tagline')}</h1>}
      <div
        className={classes(
          'flex flex-col pb-5 lg:pb-8',
          // The gate has no box over the picture's foot, and its text is longer.
          banner >= 0 && (gated ? 'max-lg:[--hero:520px]' : 'max-lg:[--hero:430px]'),
          hero < 0 && '[--hero:430px]',
          gated && hero >= 0 && 'lg:relative lg:[--hero-wide:max(770px,40vw)]',
        )}
      >
        {after < 0 ? box : null}
        {blocks.map((block, index) => (
          <Fragment key={index}>
            <div className={orderOf(index, { hero, banner })}>
              <HomeBlock block={block} />
            </div>
            {index === after ? box : null}
          </Fragment>
        ))}
        {brand.global.showSiteReviews ? (
          <div className="section order-3">
            <LazySiteReviews className="page-width" />
          </div>
        ) : null}
      </div>
    </Page>
  )
}

/**
 * The position of a block relative to the search box. On narrow screens the box is below the first
 * Banner, otherwise below the HeroText. CSS does this, so that the page does not move when its
 * width becomes known.
 */
function orderOf(index: number, { hero, banner }: { hero: number; banner: number }): string {
  const beneathOnNarrow = banner >= 0 ? index > banner : index > hero
  const narrow = beneathOnNarrow ? 'order-3' : 'order-1'
  const wide = index > hero ? 'lg:order-3' : 'lg:order-0'
  return `${narrow} ${wide}`
}
