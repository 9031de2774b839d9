import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useParams } from '../../router'
import { useAppDispatch } from '../../api'
import { AppLink, ButtonLink, LoadingError, useErrorShown } from '../../ui'
import { AlertIcon, ArrowLeftIcon } from '../../ui/icons'
import {
  Article,
  ContentImage,
  descriptionOf,
  TextSkeleton,
  type BlogPost,
  type Picture,
} from '../content'
import { Page } from '../page'
import { loadPost, selectBlog, type BlogRoot } from './state'

/** /blog/:blogPost: one post, found by its slug. */
export function PostPage() {
  const { blogPost: slug = '' } = useParams()
  const dispatch = useAppDispatch()
  const { blogPosts, fetching, error } = useSelector((state: BlogRoot) => selectBlog(state))
  useEffect(() => {
    void dispatch(loadPost(slug))
  }, [dispatch, slug])
  useErrorShown(error[slug])
  const post = blogPosts[slug]
  if (post) return <Post post={post} />
  if (fetching[slug] === 'rejected') return <PostFailed />
  return (
    <Page title="Blog" noindex>
      <div className="page-width min-h-dvh pt-3 pb-11 lg:pt-6">
        <h1 className="sr-only">Blog</h1>
        <LoadingError fetching error={undefined} skeleton={<TextSkeleton />} />
      </div>
    </Page>
  )
}

const FAILED = 'Could not find data for this blog'

function PostFailed() {
  useErrorShown(FAILED)
  return (
    <Page title="Blog" noindex>
      <div className="page-width min-h-[60vh] py-section">
        <AlertIcon size={32} aria-hidden="true" className="text-danger" />
        <h1 className="display mt-2 mb-5 text-h1">{FAILED}</h1>
        <ButtonLink href="/blog">Return to Blog</ButtonLink>
      </div>
    </Page>
  )
}

function Post({ post }: { post: BlogPost }) {
  const title = post.title.plain
  const { plain: excerpt, repeated } = post.excerpt
  const header = headerOf(post)
  const mast = header && drawnMast(header.src)
  return (
    <Page title={title} path={`/blog/${post.slug}`} description={descriptionOf(excerpt)}>
      <article className="page-width pb-section lg:pt-6">
        <picture>
          {mast ? <source media="(min-width: 992px)" srcSet={mast} /> : null}
          <ContentImage
            picture={header}
            sizes="(width < 1248px) 100vw, 1200px"
            eager
            className="-mx-gutter aspect-[3/2] w-[calc(100%+2*var(--gutter))] max-w-none lg:mx-0 lg:aspect-auto lg:h-[540px] lg:w-full lg:rounded-card"
          />
        </picture>
        <div className="relative mx-auto max-w-[760px] rounded-t-card bg-ground pt-5 lg:-mt-24 lg:px-10">
          <AppLink
            href="/blog"
            className="text-link inline-flex min-h-11 items-center gap-2 text-detail font-semibold"
          >
            <ArrowLeftIcon size={20} aria-hidden="true" />
            Return to Blog
          </AppLink>
          <h1 className="display mt-1 text-h1 break-words">{title}</h1>
          {repeated || !excerpt ? null : (
            <p className="mt-4 text-standfirst break-words">{excerpt}</p>
          )}
          <Article html={post.content.rendered} className="mt-5 text-article" />
        </div>
      </article>
    </Page>
  )
}

/** The picture on top of a post: its mast picture, otherwise its featured picture. */
function headerOf({ mast, featured }: BlogPost): Picture | undefined {
  return mast ?? featured
}

/** The address of a drawn scene in the shape of a wide screen's mast; other pictures are cropped. */
const drawnMast = (src: string) =>
  /^\/images\/scenes\/.*\/\d+\.svg$/.test(src) ? src.replace('.svg', '-mast.svg') : undefined
