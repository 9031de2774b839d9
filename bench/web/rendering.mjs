import { Agent, get } from 'node:http'
import { pages } from './pages.mjs'
import { quantile, short } from './report.mjs'

const CORES = 2
const COLD_PAGES = 400
const KEPT_ROUNDS = 6000

/**
 * Measures how many pages per second are rendered (cold) and sent from the cache (kept), and how
 * long one page takes.
 * A rate is for two cores: two divided by the processor time of the server per
 * page.
 */
export async function measureRendering(report, { url, processorTime }) {
  const fetchAll = client(url)
  const cold = (n) => {
    const { path } = pages[n % pages.length]
    // This offer does not exist, so no copy of the page is kept, but the page
    // is rendered like any other.
    return `${path}${path.includes('?') ? '&' : '?'}offers=none${n}`
  }
  await fetchAll(20, 2, (n) => cold(n + 1_000_000)) // starts the engines and opens the connections
  const unrendered = { n: 0 }
  const watch = (body) => {
    if (!body.includes('data-rendered')) unrendered.n++
  }
  let before = processorTime()
  await fetchAll(COLD_PAGES, 2, cold, watch)
  const coldRate = (CORES * COLD_PAGES) / (processorTime() - before)
  report.note(
    `cold: ${short(coldRate)} pages a second on two cores; ${unrendered.n} of ${COLD_PAGES} left to the browser`,
  )
  report.bar('cold_pages_a_second', coldRate, [200, 'least'])

  for (const [at, { name }] of pages.entries()) {
    before = processorTime()
    const took = await fetchAll(60, 1, (n) => cold(at + pages.length * (n + 10_000)))
    report.note(
      `${name}: ${short(((processorTime() - before) * 1000) / 60)} ms of processor; took p50 ${short(quantile(took, 0.5))}, p99 ${short(quantile(took, 0.99))} ms`,
    )
  }
  const alone = await fetchAll(COLD_PAGES, 1, (n) => cold(n + 2_000_000))
  report.bar('page_p99', quantile(alone, 0.99), [25, 'most'], 'ms')

  const kept = (n) => pages[n % pages.length].path
  await fetchAll(pages.length, 1, kept)
  before = processorTime()
  await fetchAll(KEPT_ROUNDS, 32, kept)
  report.bar('kept_pages_a_second', (CORES * KEPT_ROUNDS) / (processorTime() - before), [
    10_000,
    'least',
  ])

  for (const { name, path } of pages) {
    const sizes = []
    for (const coding of ['br', 'gzip', 'zstd'])
      await fetchAll(
        1,
        1,
        () => path,
        (body, headers) => sizes.push([headers['content-encoding'] ?? 'plain', body.length]),
        coding,
      )
    report.note(
      `${name}: ${sizes.map(([coding, size]) => `${coding} ${short(size / 1000)} kB`).join(', ')}`,
    )
    if (name === 'results')
      report.bar(
        'results_html',
        Math.max(...sizes.map(([, size]) => size)) / 1000,
        [40, 'most'],
        'kB',
      )
  }
}

/**
 * Returns a function that makes requests over persistent connections, and returns how long each
 * took, in milliseconds.
 */
function client(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const one = (path, coding) =>
    new Promise((resolve, reject) => {
      get(url + path, { agent, headers: coding ? { 'Accept-Encoding': coding } : {} }, (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
      }).on('error', reject)
    })
  return async (count, abreast, addressOf, look = () => {}, coding = undefined) => {
    const took = []
    let next = 0
    const worker = async () => {
      while (next < count) {
        const n = next++
        const began = performance.now()
        const { body, headers } = await one(addressOf(n), coding)
        took.push(performance.now() - began)
        look(body, headers)
      }
    }
    await Promise.all(Array.from({ length: abreast }, worker))
    return took
  }
}
