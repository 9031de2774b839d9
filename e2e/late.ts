import type { Page } from 'playwright-core'

/**
 * Keeps back the answers of a call for more than half a second. What moves sooner after a click, the
 * browser does not count as a layout shift; on a busy machine it comes later.
 */
export async function answerLate(page: Page, call: string): Promise<void> {
  await page.route(call, async (route) => {
    const asked = await page.evaluate(() => performance.now())
    await page.waitForFunction((since) => performance.now() > since + 600, asked)
    await route.continue()
  })
}

/** Keeps back all answers of some calls, or scripts, until the returned function is called. */
export async function holdBack(page: Page, calls: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(calls, async (route) => {
    await released
    await route.continue()
  })
  return release
}
