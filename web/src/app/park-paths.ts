/** The paths of a park's page. */
export const parkPaths = [
  '/boating-holidays/:parkId/:slug',
  '/holidays/:parkId/:slug',
  '/boat/:parkId/:slug',
  '/boat-result/:parkId/:slug',
  '/park-result/:parkId/:slug',
]
