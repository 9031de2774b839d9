/** The content of the CMS: its calls, content pages, and the components that show its HTML and pictures. */
export { Article } from './Article'
export { BLOG_PAGE_SIZE, mediaCall, postCall, postsCall, postsTotalCall } from './calls'
export { ContentImage } from './ContentImage'
export { TextSkeleton } from './ContentPage'
export { contentReducer, loadGuide, selectContent, type ContentRoot } from './state'
export { excerptOf, firstWords, textOf } from './text'
export type { BlogPost, Item, Picture } from './wire'
