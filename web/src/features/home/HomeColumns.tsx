import { lazy } from 'react'
import type { ColumnItem, HomeColumnsData } from '../../api'
import { brand } from '../../brands'
import { DEFAULT_CHANNEL } from '../../rules/channels'
import { AppLink, Carousel, classes, Tag, WhenNear } from '../../ui'
import { EverybodysPrices } from '../promotion'
import { readImage, themeClasses } from './fields'

const LastMinuteDeals = lazy(() => import('./LastMinuteDeals'))

/** Cards in a grid, which scrolls sideways when there are more than fit. */
export function HomeColumns({ data }: { data: HomeColumnsData }) {
  const { heading = '', variant, background_colour: ground, columns = [] } = data
  const deals = heading.toLowerCase().includes(brand.home.dealsPhrase.toLowerCase())
  return (
    <>
      {/* The carousel is the region with this name. */}
      <div
        className={classes(
          ground === 'lighter' ? 'section' : 'filled-section',
          themeClasses(ground, 'dark', { ground: 'white', text: 'dark' }),
        )}
      >
        <div className="page-width">
          <Carousel
            label={heading || 'Holidays'}
            heading={heading ? <h2 className="section-heading">{heading}</h2> : null}
            perView={{ sm: 2, md: 3, lg: variant === 'regions' ? 3 : 4 }}
            peek
          >
            {columns.map((item, index) => (
              <Poster key={index} item={item} />
            ))}
          </Carousel>
          {variant === 'regions' ? <EverybodysPrices channel={DEFAULT_CHANNEL} /> : null}
        </div>
      </div>
      {deals ? (
        <WhenNear fallback={<div className="deals-place" />}>
          <LastMinuteDeals />
        </WhenNear>
      ) : null}
    </>
  )
}

function Poster({ item }: { item: ColumnItem }) {
  const image = readImage(item.image)
  const body = (
    <>
      <span className="card-picture relative block bg-skeleton">
        {image ? (
          <img
            src={image.url}
            alt={image.alt}
            width={600}
            height={700}
            loading="lazy"
            className="aspect-[6/7] w-full object-cover"
          />
        ) : (
          <span className="block aspect-[6/7]" />
        )}
      </span>
      <span className="card-text block pt-3 pb-4 [text-align:var(--poster-align)]">
        <span className="poster-title block group-hover:underline">{item.title}</span>
        {item.text ? (
          <span className="mt-0.5 block text-detail/5.5 text-balance text-muted">{item.text}</span>
        ) : null}
      </span>
      {item.overlay_text ? (
        <Tag kind="deal" className="absolute top-4 left-4">
          {item.overlay_text}
        </Tag>
      ) : null}
    </>
  )
  const card = 'card group relative block h-full overflow-hidden hover:border-ink'
  return item.url ? (
    <AppLink href={item.url} external={item.url.startsWith('http')} className={card}>
      {body}
    </AppLink>
  ) : (
    <div className={card}>{body}</div>
  )
}
