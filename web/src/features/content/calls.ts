import type { Dispatch } from '@reduxjs/toolkit'
import { defineCall, type Result } from '../../api'
import { brand } from '../../brands'
import { BLOG_PAGE_SIZE } from '../../rules/settings'
import {
  isObject,
  readGuide,
  readItem,
  readList,
  readPage,
  readPicture,
  readPost,
  type BlogPost,
  type ContentPageData,
  type Item,
  type Picture,
  type TravelGuide,
} from './wire'

/** How many items are requested at once: the CMS answers no more. */
const ITEMS_AT_ONCE = 10

/** The fields of a post, with its featured picture. */
const POST_FIELDS =
  '_embed=wp:featuredmedia&_fields=_links,_embedded,acf,title,content,excerpt,slug,featured_image,id'

/** Declares a call of the CMS. The query is part of the path: WordPress has repeated parameters. */
function cmsCall<P extends object | void, Data>({
  name,
  path,
  key,
  read,
}: {
  name: string
  path: (params: P) => string
  key?: (params: P) => string
  read: (data: unknown, total?: string) => Data
}) {
  return defineCall<P, Data>({
    name,
    path: (params) => brand.api.cms + path(params),
    send: () => ({}),
    key,
    bare: true,
    once: true,
    read,
  })
}

/** How many posts the blog has; undefined if the CMS does not say. */
export const postsTotalCall = cmsCall<void, number | undefined>({
  name: 'BLOG_TOTAL',
  path: () => '/posts?per_page=1',
  read: (_, total) => (total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined),
})

/** A page of posts, the newest first. Broken posts are left out. */
export const postsCall = cmsCall<{ page: number }, BlogPost[]>({
  name: 'BLOG_POSTS',
  path: ({ page }) => `/posts?per_page=${BLOG_PAGE_SIZE}&page=${page}&${POST_FIELDS}`,
  key: ({ page }) => String(page),
  read: (data) => readList(data).flatMap((item) => readPost(item) ?? []),
})

/** The post of a slug; undefined if there is none. */
export const postCall = cmsCall<{ slug: string }, BlogPost | undefined>({
  name: 'BLOG_POST',
  path: ({ slug }) => `/posts?slug=${encodeURIComponent(slug)}&${POST_FIELDS}`,
  key: ({ slug }) => slug,
  read: (data) => {
    const [first] = readList(data)
    return first && readPost(first)
  },
})

/** A picture. */
export const mediaCall = cmsCall<{ id: number }, Picture>({
  name: 'MEDIA',
  path: ({ id }) => `/media/${id}`,
  key: ({ id }) => String(id),
  read: (data) => {
    const picture = isObject(data) ? readPicture(data) : undefined
    if (!picture) throw new TypeError('the CMS answered without a picture')
    return picture
  },
})

/** Which content page: that of an id, or that of a slug. */
export type PageQuery = { pageId: number } | { slug: string }

/** The key of a content page in state. */
export function pageKey(query: PageQuery): string {
  return 'slug' in query ? query.slug : String(query.pageId)
}

const PAGE_FIELDS = '_fields=id,slug,title,content,excerpt,acf'

/** A content page; undefined if there is none. */
export const pageCall = cmsCall<PageQuery, ContentPageData | undefined>({
  name: 'CONTENT_PAGE',
  path: (query) =>
    'slug' in query
      ? `/pages?slug=${encodeURIComponent(query.slug)}&${PAGE_FIELDS}`
      : `/pages/${query.pageId}?${PAGE_FIELDS}`,
  key: pageKey,
  read: (data) => {
    if (!Array.isArray(data)) return readPage(data)
    const [first] = readList(data)
    return first && readPage(first)
  },
})

/**
 * The travel guide of a region, by its name; undefined if there is none. A CMS without the filter
 * answers with all guides, so the guide may be another region's.
 */
export const guideCall = cmsCall<{ region: string }, TravelGuide | undefined>({
  name: 'TRAVEL_GUIDE',
  path: ({ region }) =>
    `/travel-guides/?filter[meta_key]=region_name&filter[meta_value]=${encodeURIComponent(region)}&_fields=acf`,
  key: ({ region }) => region,
  read: readGuide,
})

interface ItemsAsked {
  postType: string
  ids: readonly number[]
}

/** Up to ten items of a post type. */
const itemsCall = cmsCall<ItemsAsked, Item[]>({
  name: 'ITEMS',
  path: ({ postType, ids }) =>
    `/${postType}/?_fields=title,acf${ids.map((id) => `&include[]=${id}`).join('')}`,
  key: ({ postType, ids }) => [postType, ...ids].join(','),
  read: (data) => readList(data).map(readItem),
})

/** Items of a post type, in the order of their ids. Without ids there is no call. */
export function loadItems({ postType, ids }: ItemsAsked) {
  return async (dispatch: Dispatch): Promise<Result<Item[]>> => {
    const batches = Array.from({ length: Math.ceil(ids.length / ITEMS_AT_ONCE) }, (_, batch) =>
      ids.slice(batch * ITEMS_AT_ONCE, (batch + 1) * ITEMS_AT_ONCE),
    )
    const results = await Promise.all(
      batches.map((batch) => itemsCall.run({ postType, ids: batch })(dispatch)),
    )
    const failed = results.find((result) => !result.ok)
    if (failed) return failed
    return { ok: true, data: results.flatMap((result) => (result.ok ? result.data : [])) }
  }
}
