import type { RouteObject } from '../router'
import { contentPaths } from '../features/content'
import { lazyPage } from './lazy-page'

const blog = () => import('../features/blog/pages')
const content = () => import('../features/content/page.pages')
const help = () => import('../features/content/help.pages')
const guide = () => import('../features/guide/pages')

/** The paths of the CMS that pages of their own show: /offers is a page of deals, with the text below them. */
const elsewhere = new Set(['/help', '/offers'])

/** The pages whose content is in the CMS. */
export const contentPageRoutes: RouteObject[] = [
  { path: '/blog', ...lazyPage(['blog'], blog, 'BlogPage', { data: ({ blogData }) => blogData }) },
  {
    path: '/blog/:blogPost',
    ...lazyPage(['blog'], blog, 'PostPage', { data: ({ postData }) => postData }),
  },
  {
    path: '/help',
    ...lazyPage(['content'], help, 'HelpPage', { data: ({ helpData }) => helpData }),
  },
  ...contentPaths
    .filter(({ path }) => !elsewhere.has(path))
    .map(({ path, query }) => ({
      path,
      ...lazyPage(['content'], content, 'ContentPage', {
        data: ({ contentData }) => contentData(query),
      }),
    })),
  {
    path: '/a/:contentId/:keywords',
    ...lazyPage(['content'], content, 'ContentPage', {
      data: ({ contentByIdData }) => contentByIdData,
    }),
  },
  {
    path: '/travel-guide/:regionName/:regionId',
    ...lazyPage(['content'], guide, 'GuidePage', { data: ({ guideData }) => guideData }),
  },
]
