import { loadFirstPosts, loadPost } from './state'

/** Loads what /blog shows first. */
export const blogData = () => loadFirstPosts()

/** Loads what /blog/:blogPost shows first. */
export const postData = ({ blogPost = '' }: Readonly<Record<string, string | undefined>>) =>
  loadPost(blogPost)
