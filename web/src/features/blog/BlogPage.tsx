import { useEffect, useRef, type RefObject } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import { pageNumber } from '../../rules/page-number'
import {
  buttonClasses,
  ButtonLink,
  classes,
  LoadingError,
  opensHere,
  Skeleton,
  Spinner,
  useErrorShown,
} from '../../ui'
import { AlertIcon } from '../../ui/icons'
import type { BlogPost } from '../content'
import { NotFoundPage } from '../not-found'
import { Page } from '../page'
import { PostCard } from './PostCard'
import { hasMore, LIST, loadFirstPosts, loadMorePosts, reached, selectBlog } from './state'

const TITLE = 'Latest Posts From The Blog'
const FAILED = 'Unable to fetch blog data'

/** The address of a page of the list. */
const listPath = (page: number) => (page > 1 ? `/blog?page=${page}` : '/blog')

/**
 * /blog: the posts, the newest first. The list begins with the page in the address, and 'View More'
 * adds the next one.
 */
export function BlogPage() {
  const dispatch = useAppDispatch()
  const asked = pageNumber(new URLSearchParams(useLocation().search))
  const blog = useSelector(selectBlog)
  const { from, postsData: posts, fetching, error } = blog
  useEffect(() => {
    void dispatch(loadFirstPosts(asked))
  }, [dispatch, asked])
  const rejected = fetching[LIST] === 'rejected'
  const fulfilled = fetching[LIST] === 'fulfilled'
  useErrorShown(error[LIST])
  if (fulfilled && posts.length === 0 && from === asked && from > 1) return <NotFoundPage />
  const title = rejected && posts.length === 0 ? 'Error' : TITLE
  return (
    <Page title={asked > 1 ? `${title}, page ${asked}` : title} path={listPath(asked)}>
      <div className="page-width pt-7 pb-section lg:pt-12">
        <h1 className="display mb-5 text-h1">{title}</h1>
        {posts.length === 0 ? (
          <LoadingError
            fetching={!fulfilled}
            error={rejected ? FAILED : undefined}
            onRetry={() => void dispatch(loadMorePosts())}
            skeleton={<PostSkeletons />}
          >
            <p>There are no blog posts at the moment.</p>
          </LoadingError>
        ) : (
          <>
            <PostList posts={posts} />
            {from > 1 ? (
              <p className="mt-7 text-center">
                <ButtonLink href={listPath(from - 1)} variant="quiet">
                  Newer posts
                </ButtonLink>
              </p>
            ) : null}
          </>
        )}
      </div>
    </Page>
  )
}

/** The posts, and 'View More', after which the first new post has the focus. */
function PostList({ posts }: { posts: readonly BlogPost[] }) {
  const dispatch = useAppDispatch()
  const blog = useSelector(selectBlog)
  const fetching = blog.fetching[LIST]
  const list = useRef<HTMLUListElement>(null)
  /** How many posts there were when 'View More' was pressed. */
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current === undefined || fetching !== 'fulfilled') return
    const links = Array.from(list.current?.querySelectorAll('a') ?? [])
    const first = links[before.current] ?? links.at(-1)
    first?.focus()
    before.current = undefined
  }, [fetching])
  const loadMore = () => {
    before.current = posts.length
    void dispatch(loadMorePosts())
  }
  return (
    <>
      <Posts posts={posts} list={list} />
      <p role="status" className="sr-only">
        {blog.page > blog.from ? `Showing ${reached(blog)} of ${blog.totalPosts} posts` : null}
      </p>
      {fetching === 'rejected' ? <LaterFailure /> : null}
      {hasMore(blog) ? (
        <p className="mt-7 text-center">
          <ViewMore
            href={listPath(blog.page + 1)}
            busy={fetching === 'pending'}
            onPress={loadMore}
          />
        </p>
      ) : null}
    </>
  )
}

/** Adds the next page to the list. Without script, and in a new tab, it is a link to that page. */
function ViewMore({ href, busy, onPress }: { href: string; busy: boolean; onPress: () => void }) {
  return (
    <a
      href={href}
      rel="next"
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!opensHere(event)) return
        event.preventDefault()
        if (!busy) onPress()
      }}
      className={buttonClasses({ variant: 'secondary', className: 'min-w-60' })}
    >
      {busy ? <Spinner label={null} size={20} /> : null}
      <span>View More</span>
    </a>
  )
}

/** Says that a later page could not be loaded; 'View More' tries again. */
function LaterFailure() {
  useErrorShown(FAILED)
  return (
    <p role="alert" className="mt-7 flex items-center justify-center gap-2 font-semibold">
      <AlertIcon size={20} aria-hidden="true" className="text-danger" />
      {FAILED}
    </p>
  )
}

function Posts({
  posts,
  list,
}: {
  posts: readonly BlogPost[]
  list: RefObject<HTMLUListElement | null>
}) {
  return (
    <ul ref={list} className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      {posts.map((post, index) => (
        <li key={post.id} className={classes(index === 0 && 'md:col-span-full')}>
          <PostCard post={post} first={index === 0} eager={index < 3} />
        </li>
      ))}
    </ul>
  )
}

function PostSkeletons() {
  return (
    <div className="grid min-h-dvh content-start gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      <Skeleton className="aspect-[6/5] md:col-span-full md:aspect-[20/7]" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="aspect-[6/5]" />
      ))}
    </div>
  )
}
