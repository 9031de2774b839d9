/** The content of the CMS: its calls, content pages, and the components that show its HTML and pictures. */
export { Article } from './Article'
export { loadItems, mediaCall, postCall, postsCall, postsTotalCall, type PageQuery } from './calls'
export { ContentImage } from './ContentImage'
export { TextSkeleton } from './ContentPage'
export { PageText } from './PageText'
export { contentReducer, loadGuide, loadPage, selectContent, type ContentRoot } from './state'
export { descriptionOf, excerptOf, textOf } from './text'
export type { BlogPost, Item, Picture } from './wire'
