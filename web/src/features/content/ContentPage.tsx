import { useEffect, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { NavigationType, useLocation, useNavigationType } from '../../router'
import { loadErrorText, useAppDispatch, useRequest } from '../../api'
import { brand, footer, t } from '../../brands'
import { AppLink, Breadcrumbs, LoadingError, Skeleton } from '../../ui'
import { PhoneIcon } from '../../ui/icons'
import { NotFoundPage } from '../not-found'
import { Page } from '../page'
import { Article } from './Article'
import { pageAt } from './content-paths'
import { pageCall, pageKey, type PageQuery } from './calls'
import { ContentImage } from './ContentImage'
import { loadPage, selectContent, type ContentRoot } from './state'
import { descriptionOf } from './text'
import type { ContentPageData } from './wire'

/** The heading until the page is loaded. */
const LOADING = 'Loading'

/** The page of the CMS that belongs to the path. */
export function ContentPage() {
  return (
    <LoadedPage>
      {(page, path) => (
        <Frame page={page} path={path}>
          <Article html={page.content.rendered} className="max-w-[680px] text-article" />
        </Frame>
      )}
    </LoadedPage>
  )
}

/**
 * Loads the page of the path and shows it: Not found if the CMS has none, the error with Retry if it
 * cannot be reached.
 */
export function LoadedPage({
  children,
}: {
  children: (page: ContentPageData, path: string | undefined) => ReactNode
}) {
  const { pathname } = useLocation()
  const place = pageAt(pathname)
  if (!place) return <NotFoundPage />
  return (
    <PageOf key={pageKey(place.query)} {...place}>
      {children}
    </PageOf>
  )
}

function PageOf({
  query,
  path,
  children,
}: {
  query: PageQuery
  path?: string
  children: (page: ContentPageData, path: string | undefined) => ReactNode
}) {
  const page = useContentPage(query)
  if (page.data === null) return <NotFoundPage />
  if (page.data) return children(page.data, path)
  return (
    <Page title={LOADING} path={path} noindex={path === undefined}>
      <div className="page-width min-h-dvh pt-3 pb-section lg:pt-12">
        <h1 className="sr-only">{LOADING}</h1>
        <LoadingError
          fetching
          error={page.error}
          onRetry={page.retry}
          skeleton={<TextSkeleton />}
        />
      </div>
    </Page>
  )
}

/** A content page: undefined while it loads, null if there is none. */
export function useContentPage(query: PageQuery): {
  data: ContentPageData | null | undefined
  error: string | undefined
  retry: () => void
} {
  const dispatch = useAppDispatch()
  const key = pageKey(query)
  const data = useSelector((state: ContentRoot) => selectContent(state).pages[key])
  const { error } = useRequest(pageCall.idOf(query))
  const text = JSON.stringify(query)
  useEffect(() => {
    void dispatch(loadPage(JSON.parse(text) as PageQuery))
  }, [dispatch, text])
  return { data, error: loadErrorText(error), retry: () => void dispatch(loadPage(query)) }
}

/** Lines of text that are still loading. */
export function TextSkeleton() {
  return (
    <div className="grid max-w-[680px] gap-4 lg:mx-auto">
      <Skeleton className="h-12 w-3/4" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-6 w-full" />
      <Skeleton className="h-6 w-full" />
      <Skeleton className="h-6 w-2/3" />
    </div>
  )
}

/** The title and lead of a page as texts, and its description for search engines. */
export function headOf(page: Pick<ContentPageData, 'title' | 'excerpt'>) {
  const lead = page.excerpt.plain
  return {
    title: page.title.plain,
    lead,
    description: descriptionOf(lead) ?? t('company.tagline'),
  }
}

function Frame({
  page,
  path,
  children,
}: {
  page: ContentPageData
  path: string | undefined
  children: ReactNode
}) {
  const { title, lead, description } = headOf(page)
  useScrollToHash()
  const group = groupOf(path)
  return (
    <Page title={title} path={path} description={description} noindex={path === undefined}>
      <div className="page-width pt-3 pb-section">
        <Breadcrumbs crumbs={[{ name: group.title }, { name: title }]} />
        <div className="lg:grid lg:grid-cols-[250px_minmax(0,1fr)] lg:gap-x-16">
          <div className="min-w-0 lg:col-start-2 lg:row-start-1">
            <h1 className="display text-h1 break-words">{title}</h1>
            {lead ? <p className="mt-3 max-w-[680px] text-standfirst">{lead}</p> : null}
            {page.picture ? (
              <ContentImage
                picture={page.picture}
                sizes="(width < 992px) 100vw, 886px"
                eager
                className="mt-5 aspect-[17/6] w-full rounded-card object-[50%_75%] max-md:aspect-[16/9]"
              />
            ) : null}
            <div className="mt-7">{children}</div>
          </div>
          <aside className="max-lg:mt-11 lg:col-start-1 lg:row-start-1">
            <SideList group={group} path={path} />
            <HelpBox />
          </aside>
        </div>
      </div>
    </Page>
  )
}

/**
 * Scrolls to the heading that the address names, which the browser cannot while the page is loading.
 * After Back and Forward, the page stays where the visitor left it.
 */
function useScrollToHash() {
  const { hash, key } = useLocation()
  const navigation = useNavigationType()
  // The first address of a visit is a POP as well, with this key.
  const isReturn = navigation === NavigationType.Pop && key !== 'default'
  useEffect(() => {
    if (hash && !isReturn) document.getElementById(nameOf(hash))?.scrollIntoView?.()
  }, [hash, isReturn])
}

/** The id that a hash names; the hash as it is where its percent signs encode nothing. */
function nameOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** The footer's group with the page's link; for other pages the one with the legal pages. */
function groupOf(path: string | undefined) {
  const has = (wanted: string) =>
    footer.find(({ links }) => links.some((link) => !link.external && link.path === wanted))
  return (path !== undefined && has(path)) || has('/terms') || { title: 'Information', links: [] }
}

function SideList({
  group,
  path,
}: {
  group: ReturnType<typeof groupOf>
  path: string | undefined
}) {
  const links = group.links.filter(({ external }) => !external)
  return (
    <nav aria-label={group.title}>
      <h2 className="caption">{group.title}</h2>
      <ul className="mt-2 border-l-2 border-line">
        {links.map((link) => (
          <li key={link.path}>
            <AppLink
              href={link.path}
              aria-current={link.path === path ? 'page' : undefined}
              className="-ml-0.5 flex min-h-11 items-center border-l-[3px] border-transparent py-1 pl-4 hover:underline aria-[current=page]:border-accent aria-[current=page]:font-bold"
            >
              {link.title}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function HelpBox() {
  const { telephone } = brand.socialMedia
  return (
    <section aria-label="Help" className="mt-6 rounded-card bg-sunk p-4.5">
      <h2 className="text-lead font-bold">Need help with this?</h2>
      <p className="mt-1 text-small text-balance">{t('support.hours')}</p>
      <AppLink
        href={`tel:${telephone}`}
        className="mt-3 flex min-h-12 items-center justify-center gap-2 rounded-button border-2 border-ink bg-surface font-bold text-button hover:bg-ink hover:text-surface"
      >
        <PhoneIcon size={20} aria-hidden="true" />
        {telephone}
      </AppLink>
    </section>
  )
}
