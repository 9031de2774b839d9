import lighthouse from 'lighthouse'
import { launch } from './chromium.mjs'
import { pages, units } from './pages.mjs'
import { median, short } from './report.mjs'

/** The devices that Lighthouse simulates, both with simulated throttling. */
const devices = {
  phone: {
    formFactor: 'mobile',
    screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75 },
    throttling: { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier: 4 },
  },
  desktop: {
    formFactor: 'desktop',
    screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1 },
    throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1 },
  },
}

/** Measures every page on a phone and on a desktop, `rounds` times each. */
export async function measurePages(report, url, { rounds, only, on }) {
  const debuggerPort = 20_000 + (process.pid % 20_000)
  const browser = await launch(debuggerPort)
  try {
    for (const [device, settings] of Object.entries(devices)) {
      if (on && on !== device) continue
      for (const page of pages) {
        if (only && !only.includes(page.name)) continue
        const runs = []
        for (let round = 0; round < rounds; round++)
          runs.push(await run(url, page, settings, debuggerPort, round === 0))
        noteRuns(report, `${device} ${page.name}`, runs)
        for (const [figure, bound] of Object.entries(page.bounds)) {
          const values = runs.flatMap((one) => (one[figure] === undefined ? [] : [one[figure]]))
          report.bar(`${device}_${page.name}_${figure}`, median(values), bound, units[figure])
        }
      }
    }
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
      ...device,
      throttlingMethod: 'simulate',
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
