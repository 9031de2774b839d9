// The measured pages. To add a page, add one line: its name, its address, its bounds, and
// `disallowed` where robots.txt keeps crawlers out on purpose.

/** Bounds of every page, on a phone and on a desktop. */
const everyPage = {
  performance: [98, 'least'],
  accessibility: [100, 'least'],
  bestPractices: [100, 'least'],
  seo: [100, 'least'],
  fcp: [1200, 'most'],
  tbt: [100, 'most'],
  cls: [0.01, 'most'],
}

/** The bound of the largest contentful paint, for the pages on which most visitors arrive. */
const lcp = [2000, 'most']

const stay = 'channel=ukcaravan&region=12&nights=7&adults=2'

export const pages = [
  { name: 'home', path: '/', bounds: { ...everyPage, lcp } },
  { name: 'results', path: `/results?${stay}`, bounds: { ...everyPage, lcp }, disallowed: true },
  { name: 'park', path: `/park-result/CF101/gannet-sands?${stay}`, bounds: { ...everyPage, lcp } },
  { name: 'regions', path: '/results/all-regions', bounds: everyPage },
  { name: 'browse', path: '/region/ukcaravan', bounds: everyPage },
  { name: 'blog', path: '/blog', bounds: { ...everyPage, lcp } },
  { name: 'post', path: '/blog/wet-weather-days', bounds: { ...everyPage, lcp } },
  { name: 'guide', path: '/travel-guide/cornwall/12', bounds: { ...everyPage, lcp } },
  { name: 'content', path: '/weekend-breaks', bounds: { ...everyPage, lcp } },
  { name: 'map', path: `/results?${stay}&view=map`, bounds: everyPage, disallowed: true },
]

export const units = {
  performance: '',
  accessibility: '',
  bestPractices: '',
  seo: '',
  fcp: 'ms',
  lcp: 'ms',
  tbt: 'ms',
  cls: '',
}
