import {
  createAction,
  createReducer,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import type { RequestError, RequestsState } from '../../api'
import { BLOG_PAGE_SIZE } from '../../rules/settings'
import {
  loadArticle,
  mediaCall,
  postCall,
  postsCall,
  postsTotalCall,
  type BlogPost,
  type Picture,
} from '../content'

/** The state of fetching the list or a post; absent before the first fetch. */
export type Fetching = 'pending' | 'fulfilled' | 'rejected'

export interface BlogState {
  /** The page with which the list begins. */
  from: number
  /** The posts of the list, in the order in which they were fetched. */
  postsData: readonly BlogPost[]
  /** The posts that were opened, by slug. */
  blogPosts: Readonly<Record<string, BlogPost>>
  /** How many posts the blog has; undefined until it is known. */
  totalPosts: number | undefined
  /** The last page that was fetched; before the first one, the page before `from`. */
  page: number
  /** By what is fetched: LIST, or the slug of a post. */
  fetching: Readonly<Record<string, Fetching>>
  /** Why a fetch was rejected. */
  error: Readonly<Record<string, string>>
}

export interface BlogRoot {
  requests: RequestsState
  blog?: BlogState
}

type Load = (
  dispatch: ThunkDispatch<BlogRoot, unknown, UnknownAction>,
  getState: () => BlogRoot,
) => Promise<void>

/** The list, where a fetch is named. No slug has a space. */
export const LIST = 'the list'

/** The text of an error that has none of its own. */
const DEFAULT_ERROR = 'An error occurred'
const POST_NOT_FOUND = 'Post not found'

/** The status of a page that the list no longer has, because posts were withdrawn. */
const PAST_THE_END = 400

const initialState: BlogState = {
  from: 1,
  postsData: [],
  blogPosts: {},
  totalPosts: undefined,
  page: 0,
  fetching: {},
  error: {},
}

const fetchPending = createAction<{ of: string }>('BLOG/PENDING')
const fetchRejected = createAction<{ of: string; error: string }>('BLOG/REJECTED')
const fetchCancelled = createAction<{ of: string }>('BLOG/CANCELLED')
const listStarted = createAction<{ from: number }>('BLOG/LIST')
const totalFetched = createAction<number | undefined>('BLOG/TOTAL')
const postsFetched = createAction<{ page: number; posts: BlogPost[] }>('BLOG/POSTS')
const postFetched = createAction<BlogPost>('BLOG/POST')

export const blogReducer = createReducer(initialState as BlogState, (builder) => {
  const move = (state: BlogState, of: string, to: Fetching | undefined, error?: string) => {
    const { [of]: _, ...fetching } = state.fetching
    const { [of]: __, ...errors } = state.error
    state.fetching = to === undefined ? fetching : { ...fetching, [of]: to }
    state.error = error === undefined ? errors : { ...errors, [of]: error }
  }
  builder.addCase(fetchPending, (state, { payload: { of } }) => move(state, of, 'pending'))
  builder.addCase(fetchRejected, (state, { payload: { of, error } }) =>
    move(state, of, 'rejected', error),
  )
  builder.addCase(fetchCancelled, (state, { payload: { of } }) => move(state, of, undefined))
  builder.addCase(listStarted, (state, { payload: { from } }) => {
    state.from = from
    state.page = from - 1
    state.postsData = []
    move(state, LIST, undefined)
  })
  builder.addCase(totalFetched, (state, { payload }) => {
    state.totalPosts = payload
  })
  builder.addCase(postsFetched, (state, { payload: { page, posts } }) => {
    const held = new Set(state.postsData.map(({ id }) => id))
    const added = posts.filter(({ id }) => !held.has(id) && held.add(id))
    state.postsData = [...state.postsData, ...added]
    state.page = page
    state.totalPosts ??= reached(state)
    move(state, LIST, 'fulfilled')
  })
  builder.addCase(postFetched, (state, { payload: post }) => {
    state.blogPosts = { ...state.blogPosts, [post.slug]: post }
    move(state, post.slug, 'fulfilled')
  })
})

export function selectBlog(state: BlogRoot): BlogState {
  return state.blog ?? initialState
}

/** Whether the list has more posts than were fetched. */
export function hasMore({ page, totalPosts }: BlogState): boolean {
  return totalPosts !== undefined && page * BLOG_PAGE_SIZE < totalPosts
}

/** How many posts there are up to the last one of the list. */
export function reached({ from, postsData }: BlogState): number {
  return (from - 1) * BLOG_PAGE_SIZE + postsData.length
}

/** Fetches the page with which the list begins, unless the list begins with it already. */
export function loadFirstPosts(from: number): Load {
  return async (dispatch, getState) => {
    if (selectBlog(getState()).from !== from) dispatch(listStarted({ from }))
    if (selectBlog(getState()).page < from) await dispatch(loadMorePosts())
  }
}

/**
 * Fetches the next page of the list; before the first one, how many posts there are. Does nothing
 * while a page is fetched, and when all posts are there. The answer is ignored where the list begins
 * with another page meanwhile.
 */
export function loadMorePosts(): Load {
  return async (dispatch, getState) => {
    const blog = selectBlog(getState())
    const { from } = blog
    const replaced = () => selectBlog(getState()).from !== from
    if (blog.fetching[LIST] === 'pending') return
    dispatch(fetchPending({ of: LIST }))
    let { totalPosts } = blog
    if (totalPosts === undefined) {
      const total = await dispatch(postsTotalCall.run())
      if (replaced()) return
      if (!total.ok) return end(dispatch, LIST, total.error)
      totalPosts = total.data
      dispatch(totalFetched(totalPosts))
    }
    const { page } = blog
    if (totalPosts !== undefined && reached(blog) >= totalPosts) {
      dispatch(postsFetched({ page, posts: [] }))
      return
    }
    const result = await dispatch(postsCall.run({ page: page + 1 }))
    if (replaced()) return
    if (result.ok) {
      dispatch(postsFetched({ page: page + 1, posts: result.data }))
    } else if (result.error.status === PAST_THE_END && page > 0) {
      dispatch(totalFetched(reached(blog)))
      dispatch(postsFetched({ page: page + 1, posts: [] }))
    } else {
      end(dispatch, LIST, result.error)
    }
  }
}

/**
 * Fetches the post of a slug and its mast picture, once. A failed picture leaves the post without. A
 * post that does not exist is not fetched again.
 */
export function loadPost(slug: string): Load {
  return async (dispatch, getState) => {
    const blog = selectBlog(getState())
    if (blog.blogPosts[slug] || blog.fetching[slug] === 'pending') return
    if (blog.error[slug] === POST_NOT_FOUND) return
    dispatch(fetchPending({ of: slug }))
    const result = await dispatch(postCall.run({ slug }))
    if (!result.ok) return end(dispatch, slug, result.error)
    const post = result.data
    if (!post) {
      dispatch(fetchRejected({ of: slug, error: POST_NOT_FOUND }))
      return
    }
    const { mast_image: field } = post.acf
    let mast: Picture | undefined = typeof field === 'string' ? { src: field, alt: '' } : undefined
    if (typeof field === 'number') {
      const media = await dispatch(mediaCall.run({ id: field }))
      if (!media.ok && media.error.status === -1) return end(dispatch, slug, media.error)
      if (media.ok) mast = media.data
    }
    await loadArticle(post.content.rendered)
    // Under the slug of the address: the CMS may write it in another letter case.
    dispatch(postFetched({ ...post, slug, pageHeaderImage: mast?.src ?? null, mast }))
  }
}

/** Ends a fetch that failed. One that was only cancelled can be made again. */
function end(
  dispatch: ThunkDispatch<BlogRoot, unknown, UnknownAction>,
  of: string,
  { status, errors }: RequestError,
): void {
  if (status === -1) dispatch(fetchCancelled({ of }))
  else dispatch(fetchRejected({ of, error: errors[0]?.message ?? DEFAULT_ERROR }))
}
