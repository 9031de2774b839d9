import { useEffect, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { Navigate, useLocation, useParams } from '../../router'
import { loadErrorText, useAppDispatch, useRequest } from '../../api'
import { t } from '../../brands'
import { CHANNEL_NAMES, isSearchableChannel, SEARCHABLE_CHANNELS } from '../../rules/channels'
import {
  AppLink,
  Breadcrumbs,
  ButtonLink,
  classes,
  LoadingError,
  Skeleton,
  type Crumb,
} from '../../ui'
import { ChevronRightIcon } from '../../ui/icons'
import { selectRegionsByChannel } from '../catalogue'
import { NotFoundPage } from '../not-found'
import { Page, SceneCard } from '../page'
import { SearchBox } from '../search-box'
import type { SearchRoot } from '../search'
import type { regionsData } from './load'

/**
 * The frame of every browse page: search box, breadcrumbs, heading and introduction, then the list.
 */
export function BrowsePage({
  title,
  heading = title,
  subtitle,
  lead,
  description,
  path,
  crumbs,
  picture,
  noindex,
  children,
}: {
  /** The document's title. */
  title: string
  /** The page's heading; by default the title. */
  heading?: string
  subtitle?: string
  lead?: ReactNode
  description?: string
  path: string
  crumbs: readonly Crumb[]
  /** A wide picture beside the heading. */
  picture?: string
  /** Search engines should not list it. */
  noindex?: boolean
  children: ReactNode
}) {
  return (
    <Page title={title} path={path} description={description} noindex={noindex}>
      <SearchBox />
      <div className="page-width pt-3 pb-section">
        <Breadcrumbs crumbs={crumbs} />
        <div
          className={classes(
            'mb-7 grid items-center gap-x-9 gap-y-4',
            picture && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
          )}
        >
          <div>
            <h1 className="display text-h1">{heading}</h1>
            {subtitle ? (
              <p className="poster-title mt-2 text-left! text-muted">{subtitle}</p>
            ) : null}
            {lead ? <div className="mt-3 max-w-[44em] text-lead">{lead}</div> : null}
          </div>
          {picture ? (
            <img
              src={picture}
              alt=""
              width={720}
              height={280}
              className="aspect-[18/7] w-full rounded-card bg-skeleton object-cover object-[50%_75%] max-md:hidden"
            />
          ) : null}
        </div>
        {children}
      </div>
    </Page>
  )
}

/** Shows the list of a page, a skeleton while it loads, or the error with a Retry button. */
export function Loaded({
  id,
  loaded,
  error: pageText,
  onRetry,
  children,
}: {
  /** The request's id. */
  id: string
  loaded: boolean
  /** The page's own error message. */
  error?: string
  onRetry: () => void
  children: ReactNode
}) {
  const { fetching, error } = useRequest(id)
  return (
    <LoadingError
      fetching={fetching || !loaded}
      // A list that was loaded before is still shown when it cannot be loaded again.
      error={loaded ? undefined : loadErrorText(error, pageText)}
      onRetry={onRetry}
      loaded={loaded}
      skeleton={<TileSkeletons />}
    >
      {children}
    </LoadingError>
  )
}

function TileSkeletons() {
  return (
    <div className="grid min-h-dvh grid-cols-2 content-start gap-2.5 md:grid-cols-3 md:gap-5 lg:grid-cols-4">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} className="aspect-[6/5]" />
      ))}
    </div>
  )
}

/** Says that a channel has nothing on sale here, and links to other channels. */
export function NothingHere({
  channel,
  text = 'No holidays to show here yet.',
  first = { href: '/results/all-regions', text: 'Look in All of the UK' },
}: {
  channel: string
  /** Why the list is empty. */
  text?: string
  /** The first of the three links below the text. */
  first?: { href: string; text: string }
}) {
  const phone = t('support.phone')
  const { pathname } = useLocation()
  const regions = `/region/${channel}`
  return (
    <SceneCard>
      <p className="text-lead font-semibold">{text}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={first.href}>{first.text}</ButtonLink>
        {pathname === regions ? (
          <ButtonLink variant="secondary" href="/last-minute-deals">
            Last minute deals
          </ButtonLink>
        ) : (
          <ButtonLink
            variant="secondary"
            href={regions}
          >{`Browse all ${CHANNEL_NAMES[channel] ?? ''}`}</ButtonLink>
        )}
        <ButtonLink variant="secondary" href={`tel:${phone}`}>
          Ring us on {phone}
        </ButtonLink>
      </p>
    </SceneCard>
  )
}

/**
 * Links to the same page of other channels. Channels without a region have nothing on sale and are
 * left out.
 */
export function ChannelLinks({
  channel,
  to,
  shows = () => true,
}: {
  channel: string
  /** The address of the page of a channel. */
  to: (channel: string) => string
  /** Whether a channel has such a page. */
  shows?: (channel: string) => boolean
}) {
  const regions = useSelector((state: SearchRoot) => selectRegionsByChannel(state))
  const channels = SEARCHABLE_CHANNELS.filter(
    (code) => code === channel || (Object.keys(regions[code] ?? {}).length > 0 && shows(code)),
  )
  if (channels.length < 2) return null
  return (
    <ChipLinks
      label="Holiday type"
      chips={channels.map((code) => ({
        text: CHANNEL_NAMES[code] ?? code,
        href: to(code),
        current: code === channel,
      }))}
    />
  )
}

export interface Chip {
  text: string
  href: string
  /** The page shows this entry now. */
  current?: boolean
  /** The link filters the page. Search engines need not follow it. */
  narrows?: boolean
}

/** Links in a row that look like chips. The current one is marked. */
export function ChipLinks({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <nav aria-label={label} className="mb-4">
      {/* On a phone it is a single row that scrolls sideways. */}
      <ul className="flex gap-2 max-md:-mx-gutter max-md:overflow-x-auto max-md:px-gutter max-md:pb-1 md:flex-wrap">
        {chips.map(({ text, href, current, narrows }) => (
          <li key={text} className="shrink-0">
            <AppLink
              href={href}
              aria-current={current ? 'true' : undefined}
              rel={narrows ? 'nofollow' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border-[1.5px] border-field bg-surface px-4 text-detail font-semibold hover:border-ink aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-surface"
            >
              {text}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Two wide links below a list, to the other lists of the channel. */
export function OtherLists({
  lists,
}: {
  lists: readonly { title: string; text: string; href: string }[]
}) {
  return (
    <ul className="mt-7 grid gap-3 md:grid-cols-2 md:gap-5">
      {lists.map(({ title, text, href }) => (
        <li key={href}>
          <AppLink
            href={href}
            className="card group flex min-h-[80px] items-center justify-between gap-4 px-5 py-3 hover:border-ink"
          >
            <span>
              <span className="block text-h4 font-semibold group-hover:underline">{title}</span>
              <span className="block text-small text-muted">{text}</span>
            </span>
            <ChevronRightIcon size={20} aria-hidden="true" className="shrink-0" />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

/**
 * A page of the channel in the address: loads its data, and is not found for an unknown channel. A
 * path with a slash at the end is redirected to the path without it.
 */
export function ChannelPage({
  data,
  children,
}: {
  data: typeof regionsData
  children: (channel: string) => ReactNode
}) {
  const { channelCode } = useParams()
  const dispatch = useAppDispatch()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    void dispatch(data({ channelCode }))
  }, [dispatch, data, channelCode])
  if (pathname.endsWith('/'))
    return <Navigate replace to={{ pathname: pathname.replace(/\/+$/, ''), search, hash }} />
  if (!isSearchableChannel(channelCode)) return <NotFoundPage />
  return children(channelCode)
}
