import { lazy, type ComponentType } from 'react'
import type { AccordionData, Block, CountdownData, GalleryData, PostCardsData } from '../../api'
import { Accordion, Carousel, chunkOf, componentOf, Html, LazyPart, WhenNear } from '../../ui'
import { Banner } from './Banner'
import { HeroText } from './HeroText'
import { HomeColumns } from './HomeColumns'

function AccordionBlock({ data: { items = [] } }: { data: AccordionData }) {
  return (
    <section className="section">
      <div className="page-width">
        <Accordion
          items={items.map(({ title, content }) => ({ title, content: <Html html={content} /> }))}
          level={2}
        />
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
    <WhenNear fallback={<div className="posts-place" />}>
      <PostCards data={data} />
    </WhenNear>
  )
}

/** Few home pages have one, so its code is separate. */
const countdown = chunkOf<{ data: CountdownData }>(
  async () => (await import('./Countdown')).Countdown,
)
const Countdown = componentOf(countdown)

function CountdownBlock({ data }: { data: CountdownData }) {
  return (
    <LazyPart>
      <Countdown data={data} />
    </LazyPart>
  )
}

/** Loads the separate code of these blocks. A block whose code cannot be loaded is omitted. */
export async function loadBlocks(blocks: readonly Block[]): Promise<void> {
  if (blocks.some(({ type }) => type === 'Countdown')) await countdown.load().catch(() => {})
}

/** The component of each type of block. */
const kinds: Readonly<Record<string, ComponentType<{ data: never }>>> = {
  HeroText,
  Banner,
  Countdown: CountdownBlock,
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
