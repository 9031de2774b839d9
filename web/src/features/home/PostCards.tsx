import { useEffect, useState } from 'react'
import { useAppDispatch, type PostCardsData } from '../../api'
import { AppLink, Carousel, Skeleton } from '../../ui'
import { ContentImage, loadItems, type Item } from '../content'

/**
 * A title and a text have at most two lines, and a card has the place of both: its height depends on
 * its width alone, so that nothing moves when the cards arrive.
 */
const CARD = 'card group block h-full overflow-hidden'
const TEXTS = 'card-text block min-h-(--post-texts) pt-3 pb-4'

/** Cards of the CMS that lead to a page or another site. Nothing is shown if they cannot be loaded. */
export default function PostCards({ data: { postType = '', ids = [] } }: { data: PostCardsData }) {
  const cards = useItems(postType, ids)
  if (cards === 'failed') return null
  return (
    <section aria-label="News and ideas" className="section">
      <div className="page-width">
        <Carousel
          label="News and ideas"
          heading={<h2 className="section-heading">News and ideas</h2>}
          perView={{ sm: 2, md: 3, lg: 4 }}
          peek
        >
          {cards === undefined
            ? ids.map((id) => <CardSkeleton key={id} />)
            : cards.map((card, index) => <PostCard key={index} card={card} />)}
        </Carousel>
      </div>
    </section>
  )
}

/** The items of the CMS: undefined while they load. */
function useItems(postType: string, ids: readonly number[]): Item[] | 'failed' | undefined {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<{ request: string; items: Item[] | 'failed' }>()
  const request = JSON.stringify({ postType, ids })
  useEffect(() => {
    let left = false
    void (async () => {
      const result = await dispatch(
        loadItems(JSON.parse(request) as Parameters<typeof loadItems>[0]),
      )
      if (!left)
        setFound({ request, items: result.ok && result.data.length > 0 ? result.data : 'failed' })
    })()
    return () => {
      left = true
    }
  }, [dispatch, request])
  return found?.request === request ? found.items : undefined
}

/** A card that opens its page in a new tab. One without an address only shows its text. */
function PostCard({ card: { title, acf } }: { card: Item }) {
  const body = (
    <>
      <span className="card-picture block">
        <ContentImage
          picture={acf.picture}
          sizes="(width < 576px) 84vw, (width < 992px) 33vw, 300px"
          className="aspect-3/2 w-full"
        />
      </span>
      <span className={TEXTS}>
        <span className="line-clamp-2 text-h4 font-bold break-words group-hover:underline">
          {title.plain}
        </span>
        {acf.plain ? (
          <span className="mt-0.5 line-clamp-2 text-detail/5.5 text-muted">{acf.plain}</span>
        ) : null}
      </span>
    </>
  )
  return acf.url ? (
    <AppLink href={acf.url} external className={`${CARD} hover:border-ink`}>
      {body}
    </AppLink>
  ) : (
    <div className={CARD}>{body}</div>
  )
}

function CardSkeleton() {
  return (
    <div className={CARD}>
      <span className="card-picture block">
        <Skeleton className="aspect-3/2 w-full" />
      </span>
      <span className={TEXTS} />
    </div>
  )
}
