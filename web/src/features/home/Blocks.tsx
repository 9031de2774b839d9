import { lazy, type ComponentType } from 'react'
import type { AccordionData, Block, GalleryData, PostCardsData } from '../../api'
import { Carousel, WhenNear } from '../../ui'
import { Banner } from './Banner'
import { Countdown } from './Countdown'
import { HeroText } from './HeroText'
import { HomeColumns } from './HomeColumns'

const Questions = lazy(() => import('./Questions'))

function AccordionBlock({ data }: { data: AccordionData }) {
  return (
    <section className="section">
      <div className="page-width">
        <WhenNear className="min-h-[228px]">
          <Questions data={data} />
        </WhenNear>
      </div>
    </section>
  )
}

function GalleryBlock({ data }: { data: GalleryData }) {
  return (
    <section className="section">
      <div className="page-width">
        <Carousel label="Gallery" perView={{ wide: 3 }} loop>
          {(data.images ?? []).map(({ url, alt = '' }) => (
            <img
              key={url}
              src={url}
              alt={alt}
              width={800}
              height={533}
              loading="lazy"
              className="aspect-[3/2] w-full rounded-card bg-skeleton object-cover"
            />
          ))}
        </Carousel>
      </div>
    </section>
  )
}

const PostCards = lazy(() => import('./PostCards'))

function PostCardsBlock({ data }: { data: PostCardsData }) {
  if (!data.postType || !data.ids?.length) return null
  return (
    <WhenNear fallback={<div className="section min-h-[390px]" />}>
      <PostCards data={data} />
    </WhenNear>
  )
}

/** The component of each type of block. */
const kinds: Readonly<Record<string, ComponentType<{ data: never }>>> = {
  HeroText,
  Banner,
  Countdown,
  HomeColumns,
  Accordion: AccordionBlock,
  Gallery: GalleryBlock,
  PostCards: PostCardsBlock,
}

/** One block of the home page. A block of an unknown type shows nothing. */
export function HomeBlock({ block }: { block: Block }) {
  const Kind = Object.hasOwn(kinds, block.type) ? kinds[block.type] : undefined
  return Kind ? <Kind data={(block.data ?? {}) as never} /> : null
}
