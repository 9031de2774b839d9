import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { AppLink, Button, classes, LoadingError, Skeleton, useErrorShown } from '../../ui'
import { AlertIcon } from '../../ui/icons'
import { ContentImage, excerptOf, textOf, type BlogPost } from '../content'
import { Page } from '../page'
import { hasMore, LIST, loadFirstPosts, loadMorePosts, selectBlog } from './state'

const TITLE = 'Latest Posts From The Blog'
const FAILED = 'Unable to fetch blog data'

/** /blog: the posts, the newest first, a page at a time. */
export function BlogPage() {
  const dispatch = useAppDispatch()
  const blog = useSelector(selectBlog)
  const { postsData: posts, fetching, error } = blog
  useEffect(() => {
    void dispatch(loadFirstPosts())
  }, [dispatch])
  const rejected = fetching[LIST] === 'rejected'
  useErrorShown(error[LIST])
  const title = rejected && posts.length === 0 ? 'Error' : TITLE
  const loadMore = () => void dispatch(loadMorePosts())
  return (
    <Page title={title} path="/blog">
      <div className="page-width pt-7 pb-11 lg:pt-12 lg:pb-16">
        <h1 className="display mb-5 text-h1">{title}</h1>
        {posts.length === 0 ? (
          <LoadingError
            fetching={fetching[LIST] !== 'fulfilled'}
            error={rejected ? FAILED : undefined}
            onRetry={loadMore}
            skeleton={<PostSkeletons />}
          >
            <p>There are no blog posts at the moment.</p>
          </LoadingError>
        ) : (
          <>
            <Posts posts={posts} />
            {rejected ? <LaterFailure /> : null}
            {hasMore(blog) ? (
              <p className="mt-7 text-center">
                <Button
                  variant="secondary"
                  busy={fetching[LIST] === 'pending'}
                  onClick={loadMore}
                  className="min-w-60"
                >
                  View More
                </Button>
              </p>
            ) : null}
          </>
        )}
      </div>
    </Page>
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

function Posts({ posts }: { posts: readonly BlogPost[] }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
      {posts.map((post, index) => (
        <li key={post.id} className={classes(index === 0 && 'md:col-span-full')}>
          <PostCard post={post} first={index === 0} eager={index < 3} />
        </li>
      ))}
    </ul>
  )
}

/** A post in the list. The whole card leads to it. The first one is wide. */
function PostCard({ post, first, eager }: { post: BlogPost; first: boolean; eager: boolean }) {
  const title = textOf(post.title.rendered)
  return (
    <article
      className={classes(
        'card group relative flex h-full flex-col hover:border-ink',
        first && 'md:flex-row md:items-center',
      )}
    >
      <div className={classes('card-picture', first && 'md:w-[57%] md:shrink-0')}>
        <ContentImage
          picture={post.featured}
          sizes={
            first
              ? '(width < 768px) 100vw, 57vw'
              : '(width < 768px) 100vw, (width < 992px) 50vw, 400px'
          }
          eager={eager}
          className={classes('w-full', first ? 'aspect-[13/8]' : 'aspect-3/2')}
        />
      </div>
      <div
        className={classes(
          'card-text flex min-w-0 flex-1 flex-col pt-3 pb-4',
          first && 'md:flex-none md:shrink! md:grow! md:p-11!',
        )}
      >
        <h2
          className={classes(
            'font-bold break-words group-hover:underline',
            first ? 'display text-h3 md:text-h2' : 'text-h3',
          )}
        >
          {title}
        </h2>
        <p className={classes('mt-2 line-clamp-2 break-words', first ? 'text-lead' : 'text-muted')}>
          {excerptOf(post.excerpt.rendered)}
        </p>
        <p className={classes('mt-auto pt-2', first && 'md:mt-4')}>
          <AppLink
            href={`/blog/${post.slug}`}
            className="text-link inline-flex min-h-11 items-center font-semibold after:absolute after:inset-0"
          >
            Read More<span className="sr-only">: {title}</span>
          </AppLink>
        </p>
      </div>
    </article>
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
