import { Fragment, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { Block } from '../../api'
import { t } from '../../brands'
import { classes, useAtLeast } from '../../ui'
import { selectHomepage } from '../catalogue'
import { Page } from '../page'
import { HomeBlock } from './Blocks'

const TITLE = 'Caravan Holidays | Cheap Holiday Park Breaks'

/** The home page: the blocks of init in their order, and the one search box among them. */
export function HomePage({ searchBox }: { searchBox: ReactNode }) {
  const blocks = useSelector(selectHomepage)
  const wide = useAtLeast('lg')
  const after = searchBoxPosition(blocks, wide)
  const overlaps = blocks[after]?.type === 'HeroText'
  const box = (
    <div
      className={classes(
        'page-width relative z-10 pb-7',
        overlaps ? '-mt-24 lg:-mt-[76px]' : 'pt-7',
      )}
    >
      {searchBox}
    </div>
  )
  const titled = blocks.some(({ type }) => type === 'HeroText')
  return (
    <Page title={TITLE} wholeTitle description={t('company.tagline')} path="/">
      {titled ? null : <h1 className="sr-only">{t('company.tagline')}</h1>}
      <div className={classes('pb-5 lg:pb-8', !overlaps && '[--hero:430px]')}>
        {after < 0 ? box : null}
        {blocks.map((block, index) => (
          <Fragment key={index}>
            <HomeBlock block={block} />
            {index === after ? box : null}
          </Fragment>
        ))}
      </div>
    </Page>
  )
}

/**
 * After which block the search box stands, -1 for before them all: on narrow
 * screens beneath the first Banner, else beneath the HeroText.
 */
export function searchBoxPosition(blocks: readonly Block[], wide: boolean): number {
  const first = (type: string) => blocks.findIndex((block) => block.type === type)
  const banner = wide ? -1 : first('Banner')
  return banner >= 0 ? banner : first('HeroText')
}
