import { pageNumber } from '../../rules/page-number'
import { loadFirstPosts, loadPost } from './state'

/** Loads what /blog shows first. */
export const blogData = (_: unknown, query: string) =>
  loadFirstPosts(pageNumber(new URLSearchParams(query)))

/** Loads what /blog/:blogPost shows first. */
export const postData = ({ blogPost = '' }: Readonly<Record<string, string | undefined>>) =>
  loadPost(blogPost)
