import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useParams } from '../../router'
import { useAppDispatch } from '../../api'
import { imageUrl, t } from '../../brands'
import { CHANNEL_NAMES } from '../../rules/channels'
import { inPlace, placeInText } from '../../rules/place-in-text'
import { regionResults } from '../../rules/region-results'
import { slugify } from '../../rules/slug'
import { AppLink, ButtonLink, LoadingError, Skeleton } from '../../ui'
import { ExternalLinkIcon, SearchIcon } from '../../ui/icons'
import {
  Article,
  ContentImage,
  descriptionOf,
  loadGuide,
  selectContent,
  type Item,
} from '../content'
import { NotFoundPage } from '../not-found'
import { Page } from '../page'
import { regionOf, type GuideRegion, type GuideRoot } from './guide'

/** /travel-guide/:regionName/:regionId: a region, and what to do there. */
export function GuidePage() {
  const { regionName = '', regionId } = useParams()
  const dispatch = useAppDispatch()
  const { name, known } = useSelector(
    (state: GuideRoot) => regionOf(state, regionName, regionId),
    (one, other) => one.name === other.name && one.known?.region === other.known?.region,
  )
  const guide = useSelector((state: GuideRoot) => selectContent(state).guides[name])
  const failed = useSelector((state: GuideRoot) => selectContent(state).failedGuides[name] ?? false)
  useEffect(() => {
    void dispatch(loadGuide(name))
  }, [dispatch, name])
  if (guide === null && !known) return <NotFoundPage />
  const intro = guide?.intro
  const title = `${name} Travel Guide`
  return (
    <Page
      title={title}
      description={guide?.plain ? descriptionOf(guide.plain) : known?.region.desc}
      path={known && `/travel-guide/${slugify(name)}/${known.region.id}`}
    >
      <Hero title={title} known={known} picture={guide?.picture?.src} />
      <div className="page-width pt-7 pb-section">
        {intro ? (
          <Article
            html={intro}
            className="max-w-[780px] text-lead [&>p:first-child]:text-standfirst"
          />
        ) : null}
        <h2 className="section-heading mt-7 mb-4">Things to do</h2>
        <LoadingError
          fetching={guide === undefined}
          error={failed ? t('global.errorLoading') : undefined}
          onRetry={() => void dispatch(loadGuide(name))}
          loaded={guide !== undefined}
          skeleton={<CardSkeletons />}
        >
          {guide && guide.things.length > 0 ? (
            <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
              {guide.things.map((thing, index) => (
                <li key={index}>
                  <ThingToDo thing={thing} />
                </li>
              ))}
            </ul>
          ) : (
            <p>There are no things to do listed for {placeInText(name)} yet.</p>
          )}
        </LoadingError>
        {known ? (
          <p className="mt-7 text-center">
            <ButtonLink
              href={regionResults(known.channel, known.region.id)}
              size="lg"
              icon={SearchIcon}
            >
              Search holidays {inPlace(name)}
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </Page>
  )
}

/** A drawn scene as a strip that leaves its sky to the title; other pictures as they are. */
const strip = (src: string) => src.replace(/^(\/images\/scenes\/.*\/\d+)(?=\.svg$)/, '$1-wide')

/** The wide picture of a guide with the title over it; below it where the picture is not the product's own. */
function Hero({
  title,
  known,
  picture,
}: {
  title: string
  known: GuideRegion['known']
  picture: string | undefined
}) {
  const src = picture ?? known?.region.image ?? (known && imageUrl(`regions/${known.region.id}`))
  return (
    <div className="relative">
      <ContentImage
        picture={{ src: src ? strip(src) : imageUrl('hero/lost'), alt: '', w: 1440, h: 400 }}
        sizes="100vw"
        eager
        className="h-[300px] w-full object-[100%_30%] lg:h-[400px]"
      />
      <div className="absolute inset-x-0 top-0">
        <div className="page-width pt-7 lg:pt-11">
          {known ? <p className="caption text-ink">{CHANNEL_NAMES[known.channel]}</p> : null}
          <h1 className="display mt-1 max-w-[6.5em] text-hero break-words">{title}</h1>
        </div>
      </div>
    </div>
  )
}

function ThingToDo({ thing: { title, acf } }: { thing: Item }) {
  return (
    <article className="card flex h-full flex-col">
      <div className="card-picture">
        <ContentImage
          picture={acf.picture}
          sizes="(width < 768px) 100vw, (width < 992px) 50vw, 400px"
          className="aspect-3/2 w-full"
        />
      </div>
      <div className="card-text flex flex-1 flex-col pt-3 pb-4">
        <h3 className="text-h3 font-bold break-words">{title.plain}</h3>
        {acf.text ? <Article html={acf.text} className="mt-1 text-muted" /> : null}
        {acf.url ? (
          <p className="mt-auto pt-2">
            <AppLink
              href={acf.url}
              external
              className="text-link inline-flex min-h-11 items-center gap-2 font-semibold"
            >
              Visit website
              <ExternalLinkIcon size={16} aria-hidden="true" />
            </AppLink>
          </p>
        ) : null}
      </div>
    </article>
  )
}

function CardSkeletons() {
  return (
    <div className="grid min-h-dvh content-start gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="aspect-[6/5]" />
      ))}
    </div>
  )
}
