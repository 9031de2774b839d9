// The measured pages. To add a page, add one line: its name, its address, its bounds, and
// `disallowed` where robots.txt keeps crawlers out on purpose. `arrival` has the bounds of what a
// visitor with a slow phone feels.

/** Bounds of every page, on a phone and on a desktop. */
const everyPage = {
  accessibility: [100, 'least'],
  bestPractices: [100, 'least'],
  seo: [100, 'least'],
  cls: [0.01, 'most'],
}

/** Bounds of the pages on which most visitors arrive, on a phone whose line and processor are slow. */
const arrival = { lcp: [1600, 'most'], tbt: [200, 'most'] }

const stay = 'channel=ukcaravan&region=12&nights=7&adults=2'

/** A Friday in a month's time, dd/mm/yyyy. */
const friday = new Date()
friday.setUTCDate(friday.getUTCDate() + 33 - friday.getUTCDay())
const date = friday.toISOString().slice(0, 10).split('-').toReversed().join('/')

export const pages = [
  { name: 'home', path: '/', bounds: everyPage, arrival },
  { name: 'results', path: `/results?${stay}`, bounds: everyPage, arrival, disallowed: true },
  { name: 'park', path: `/park-result/CF101/gannet-sands?${stay}`, bounds: everyPage, arrival },
  {
    name: 'regions',
    path: `/results/all-regions?channel=ukcaravan&date=${encodeURIComponent(date)}&nights=7&adults=2`,
    bounds: everyPage,
    arrival,
    disallowed: true,
  },
  { name: 'browse', path: '/region/ukcaravan', bounds: everyPage },
  { name: 'blog', path: '/blog', bounds: everyPage },
  { name: 'post', path: '/blog/wet-weather-days', bounds: everyPage },
  { name: 'guide', path: '/travel-guide/cornwall/12', bounds: everyPage },
  { name: 'content', path: '/weekend-breaks', bounds: everyPage },
  { name: 'map', path: `/results?${stay}&view=map`, bounds: everyPage, disallowed: true },
]

export const units = {
  accessibility: '',
  bestPractices: '',
  seo: '',
  lcp: 'ms',
  tbt: 'ms',
  cls: '',
}
