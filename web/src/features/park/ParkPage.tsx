import { lazy, useEffect, useMemo, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useParams } from '../../router'
import { loadErrorText, useRequest, useAppDispatch } from '../../api'
import type { ParkDetails } from '../../api/schema'
import { brand } from '../../brands'
import { CHANNEL_NAMES } from '../../rules/channels'
import { nameFromSlug, slugify } from '../../rules/slug'
import { AppLink, classes, Html, LoadingError, Notice, Skeleton } from '../../ui'
import { track } from '../analytics'
import {
  loadExtraData,
  loadParkDetails,
  loadParkReviews,
  parkDetailsCall,
  parkReviewsCall,
  parkPageChosen,
  type ParkRoot,
} from '../park-data'
import { Page } from '../page'
import { Score } from '../park-card'
import { selectIsReader } from '../promotion'
import { SearchBox } from '../search-box'
import { SaveButton } from '../shortlist'
import { LazySiteReviews } from '../site-reviews'
import { selectFilterList, selectResultsState, type SearchRoot } from '../search'
import { Gallery } from './Gallery'
import { LazyReviews } from './LazyReviews'
import { ParkFacts } from './ParkFacts'
import { ParkMap } from './ParkMap'
import { PriceLine } from './PriceLine'
import { Stay } from './Stay'
import { useParkResults } from './useParkResults'
import { usePricesInView } from './usePricesInView'
import { useRegionQuery } from './useRegionQuery'

const NotFoundPage = lazy(async () => ({
  default: (await import('../not-found')).NotFoundPage,
}))

type Root = SearchRoot & ParkRoot

/** A park: pictures, facts, dates and prices, and units. */
export function ParkPage() {
  const { parkId = '', slug = '' } = useParams()
  const dispatch = useAppDispatch()
  const park = useSelector((state: Root) => state.data.parkDetails[parkId])
  const { fetching, error } = useRequest(parkDetailsCall.idOf({ parkId }))
  useParkResults(parkId)

  const isReader = useSelector(selectIsReader)
  useEffect(() => {
    void dispatch(loadParkDetails(parkId))
  }, [dispatch, parkId, isReader])

  useEffect(() => {
    dispatch(parkPageChosen(parkId))
    void dispatch(loadExtraData(parkId))
    if (brand.parks.showReviews) void dispatch(loadParkReviews(parkId))
  }, [dispatch, parkId])

  const name = park?.name
  useEffect(() => {
    if (name) track('view_park', { parkId, name })
  }, [parkId, name])

  usePricesInView(parkId, name)

  if (error?.status === 404) return <NotFoundPage />
  const shownName = name ?? nameFromSlug(slug)
  return (
    <Page
      title={shownName}
      path={park && canonicalPath(park)}
      description={park && plainText(park.info).slice(0, 155)}
    >
      <SearchBox />
      <div className="page-width pt-3 pb-section">
        <Breadcrumbs park={park} name={shownName} />
        <LoadingError
          fetching={fetching}
          loaded
          error={loadErrorText(error)}
          onRetry={() => void dispatch(loadParkDetails(parkId))}
        >
          <ParkBody park={park} parkId={parkId} name={shownName} />
        </LoadingError>
      </div>
    </Page>
  )
}

/** The park's times and rules, and its own text. */
function ImportantInfo({ park: { importantInfo, rules } }: { park: ParkDetails }) {
  if (!importantInfo && !rules?.length) return null
  return (
    <Notice className="mt-6">
      <h2 className="font-bold">Important info.</h2>
      <div className="html">
        <ul>
          {rules?.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      <Html html={importantInfo} />
    </Notice>
  )
}

function ParkBody({
  park,
  parkId,
  name,
}: {
  park: ParkDetails | undefined
  parkId: string
  name: string
}) {
  const { Filters } = useSelector(selectFilterList)
  const features = useMemo(
    () => new Map(Filters.map((filter) => [filter.id, filter.name])),
    [Filters],
  )
  const parkReviews = useSelector((state: Root) => state.data.parkReviews)
  const reviewsFailed = useRequest(parkReviewsCall.idOf({ parkId })).error !== undefined
  const reviews = parkReviews.reviews[parkId]
  const bubbles = parkReviews.bubbles[parkId] || park?.bubbles || ''
  const showReviews = brand.parks.showReviews && !reviewsFailed
  const { cards } = useSelector(selectResultsState)
  const reviewCount = reviews?.length ?? park?.reviewCount ?? cards[parkId]?.reviewCount ?? 2
  const title = (
    <ParkTitle park={park} parkId={parkId} name={name}>
      {park && bubbles && showReviews ? (
        <a href="#reviews" className="text-link reviews-link">
          <Score bubbles={bubbles} count={park.reviewCount || (reviews?.length ?? 0)} />
        </a>
      ) : null}
    </ParkTitle>
  )
  return (
    <>
      <PriceLine key={parkId} parkId={parkId} />
      {brand.look.widePicture ? title : null}
      <Gallery park={park} />
      <div data-part="park-columns" className="park-columns">
        <div className="min-w-0">
          {brand.look.widePicture ? null : title}
          {park ? (
            <>
              <Html html={park.info} className="mt-4 max-w-[64ch] text-lead" />
              <ParkFacts park={park} filters={Filters} />
              <ImportantInfo park={park} />
            </>
          ) : (
            <BodySkeleton />
          )}
        </div>
        <div data-part="park-aside" className="park-aside">
          {showReviews ? (
            // The score links to this element, even before the reviews are rendered. It is as high
            // as two reviews of four lines, or the text that there are none, so that nothing below
            // moves when they are loaded.
            <div
              id="reviews"
              className={classes(
                'grid',
                reviewCount === 0 && 'min-h-[90px]',
                reviewCount > 1 && 'min-h-[506px]',
              )}
            >
              <LazyReviews
                key={parkId}
                reviews={reviews}
                bubbles={bubbles}
                count={park?.reviewCount ?? 0}
              />
            </div>
          ) : null}
          <WhereItIs park={park} />
        </div>
        {/* Another park is another page: what was begun at the one before does not go on here. */}
        <Stay key={parkId} park={park} parkId={parkId} features={features} />
      </div>
      {brand.parks.showSiteReviewRating ? <LazySiteReviews className="mt-9" /> : null}
      {park?.credit ? <p className="mt-9 text-small text-muted">{park.credit}</p> : null}
    </>
  )
}

/** The park's name, its score, which is given as children, and its operator. */
function ParkTitle({
  park,
  parkId,
  name,
  children,
}: {
  park: ParkDetails | undefined
  parkId: string
  name: string
  children: ReactNode
}) {
  return (
    <div data-part="park-title">
      <div data-part="park-heading" className="relative pr-14">
        <p className="caption min-h-4">
          {park ? [park.town, park.regionName].filter(Boolean).join(', ') : ''}
        </p>
        <SaveButton park={{ parkId, name }} className="absolute top-(--park-heart-top) right-0" />
        <h1 data-part="park-name" className="display mt-1 text-title wrap-anywhere">
          {name}
        </h1>
      </div>
      <p data-part="park-rating" className="park-rating">
        {children}
        <span className="text-muted">{park?.operatorName}</span>
        {park?.party === 'true' ? <span className="text-muted">Group bookings welcome</span> : null}
      </p>
    </div>
  )
}

/** The map and the address of a park, with the same height before the park is loaded. */
function WhereItIs({ park }: { park: ParkDetails | undefined }) {
  return (
    <section aria-label="Where it is" className="card p-2 pb-4 text-detail">
      <h2 className="sr-only">Where it is</h2>
      {park ? <ParkMap park={park} /> : <Skeleton className="mb-3 aspect-656/360 rounded-field" />}
      <div className="card-note">
        <p className="min-h-[2lh] wrap-anywhere">
          <b>{park?.name}</b>
          <span>{park?.address ? `, ${park.address}` : ''}</span>
        </p>
        <p className="min-h-11">
          {park?.regn && park.regionName ? (
            <AppLink
              href={`/travel-guide/${slugify(park.regionName)}/${park.regn}`}
              className="text-link inline-flex min-h-11 items-center"
            >{`Click here to view our ${park.regionName.replace(/^The /, '')} Travel Guide`}</AppLink>
          ) : null}
        </p>
      </div>
    </section>
  )
}

function Breadcrumbs({ park, name }: { park: ParkDetails | undefined; name: string }) {
  const { channel, query } = useRegionQuery(park)
  return (
    <nav aria-label="Breadcrumb" className="breadcrumbs">
      <AppLink href={`/region/${channel}`} className="text-link">
        {CHANNEL_NAMES[channel]}
      </AppLink>
      {park?.regionName ? (
        <span>
          {' / '}
          <AppLink href={`/results?${query}`} className="text-link">
            {park.regionName}
          </AppLink>
        </span>
      ) : null}
      <span> / </span>
      <span aria-current="page">{name}</span>
    </nav>
  )
}

function BodySkeleton() {
  return (
    <div aria-busy="true" className="mt-4 flex min-h-[320px] flex-col lg:min-h-[440px] gap-3">
      <Skeleton className="h-5 max-w-48" />
      <Skeleton className="h-5 max-w-[560px]" />
      <Skeleton className="mt-4 h-28 max-w-[560px]" />
    </div>
  )
}

/** The text of sanitised HTML. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The canonical path of a park, the same as the server's. */
function canonicalPath({ channels, parkId, slug }: ParkDetails): string {
  return `/${channels[0] === 'boats' ? 'boating-holidays' : 'holidays'}/${parkId}/${slug}`
}
