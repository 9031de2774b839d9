import lighthouse from 'lighthouse'
import { launch } from './chromium.mjs'
import { pages, units } from './pages.mjs'
import { median, short } from './report.mjs'

const phone = {
  formFactor: 'mobile',
  screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75 },
}

/**
 * A phone on a slow line whose requests and scripts are really slowed down. Lighthouse adds 3.75
 * round trips of 150 ms to a request and takes a tenth off the rate of 1,638.4 kbit/s.
 */
const slowPhone = {
  ...phone,
  throttlingMethod: 'devtools',
  throttling: {
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier: 4,
  },
}

/** The devices whose times Lighthouse computes from an unthrottled run. */
const devices = {
  phone: {
    ...phone,
    throttling: { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier: 4 },
  },
  desktop: {
    formFactor: 'desktop',
    screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1 },
    throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1 },
  },
}

/**
 * Measures every page on a phone and on a desktop, `rounds` times each. The times that a visitor
 * with a slow phone feels have bounds on the pages where most visitors arrive; computed times and the
 * score of performance have none.
 */
export async function measurePages(report, url, { rounds, only, on }) {
  const debuggerPort = 20_000 + (process.pid % 20_000)
  const browser = await launch(debuggerPort)
  try {
    const measure = async (device, settings, page, bounds, first) => {
      if ((on && on !== device) || (only && !only.includes(page.name))) return
      const runs = []
      for (let round = 0; round < rounds; round++)
        runs.push(await run(url, page, settings, debuggerPort, first && round === 0))
      noteRuns(report, `${device} ${page.name}`, runs)
      for (const [figure, bound] of Object.entries(bounds)) {
        const values = runs.flatMap((one) => (one[figure] === undefined ? [] : [one[figure]]))
        report.bar(`${device}_${page.name}_${figure}`, median(values), bound, units[figure])
      }
    }
    for (const page of pages)
      if (page.arrival) await measure('slow-phone', slowPhone, page, page.arrival, false)
    for (const [device, settings] of Object.entries(devices))
      for (const page of pages) await measure(device, settings, page, page.bounds, true)
  } finally {
    await browser.close()
  }
}

/** Runs Lighthouse again, at most twice, where it did not record the page: that says nothing about the page. */
async function measured(address, port, config) {
  for (let left = 2; ; left--) {
    const result = await lighthouse(address, { port, logLevel: 'silent', output: 'json' }, config)
    const { runtimeError } = result.lhr
    if (!runtimeError) return result
    if (left === 0) throw new Error(`${address}: ${runtimeError.message}`)
  }
}

/** One run. Only the first run checks accessibility and the like, which do not change from run to run. */
async function run(url, page, device, port, first) {
  const config = {
    extends: 'lighthouse:default',
    settings: {
      throttlingMethod: 'simulate',
      ...device,
      onlyCategories: first
        ? ['performance', 'accessibility', 'best-practices', 'seo']
        : ['performance'],
      skipAudits: ['full-page-screenshot', ...(page.disallowed ? ['is-crawlable'] : [])],
    },
  }
  const { lhr } = await measured(url + page.path, port, config)
  const score = (category) =>
    lhr.categories[category] && Math.round(lhr.categories[category].score * 100)
  const number = (audit) => lhr.audits[audit].numericValue
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    failed: Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
      .map(({ id }) => id),
    longTasks: (lhr.audits['long-tasks']?.details?.items ?? []).map(({ url, duration }) => ({
      url: url.replace(/^.*\/\/[^/]*/, ''),
      duration,
    })),
  }
}

function noteRuns(report, name, runs) {
  const figures = ['performance', 'fcp', 'lcp', 'tbt', 'cls'].map(
    (figure) => `${figure} ${runs.map((run) => short(run[figure])).join(' ')}`,
  )
  report.note(`${name}: ${figures.join(', ')}`)
  const [{ failed, longTasks }] = runs
  if (failed.length > 0) report.note(`  failed: ${failed.join(', ')}`)
  for (const { url, duration } of longTasks)
    report.note(`  a task of ${short(duration)} ms: ${url}`)
}
