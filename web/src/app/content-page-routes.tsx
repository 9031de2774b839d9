import type { RouteObject } from 'react-router'
import { contentRoutes } from '../brands'
import { lazyContentPage } from './lazy-page'

const blog = () => import('../features/blog/pages')
const content = () => import('../features/content/pages')
const guide = () => import('../features/guide/pages')

/** A content page at a path of its own. */
function contentPage(path: string, query: { pageId: number } | { slug: string }): RouteObject {
  return {
    path,
    ...lazyContentPage(content, 'ContentPage', { data: ({ contentData }) => contentData(query) }),
  }
}

/** The pages whose content is in the CMS. */
export const contentPageRoutes: RouteObject[] = [
  { path: '/blog', ...lazyContentPage(blog, 'BlogPage', { data: ({ blogData }) => blogData }) },
  {
    path: '/blog/:blogPost',
    ...lazyContentPage(blog, 'PostPage', { data: ({ postData }) => postData }),
  },
  {
    path: '/help',
    ...lazyContentPage(content, 'HelpPage', {
      data: ({ contentData }) => contentData({ slug: 'help' }),
    }),
  },
  contentPage('/inspiration', { slug: 'inspiration' }),
  contentPage('/terms', { slug: 'terms' }),
  contentPage('/p/age/965', { pageId: 965 }),
  // /offers is a page of deals, which shows the page of the CMS below them.
  ...contentRoutes
    .filter(({ path }) => path !== '/offers')
    .map(({ path, pageId }) => contentPage(path, { pageId })),
  {
    path: '/a/:contentId/:keywords',
    ...lazyContentPage(content, 'ContentPage', { data: ({ contentByIdData }) => contentByIdData }),
  },
  {
    path: '/travel-guide/:regionName/:regionId',
    ...lazyContentPage(guide, 'GuidePage', { data: ({ guideData }) => guideData }),
  },
]
