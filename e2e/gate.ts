import type { Page } from 'playwright-core'

/** Sends the gate with words that are wrong, and nothing else; waits until it says what is wrong. */
export async function sendWrongWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const message of [
    'Please input correct code words',
    'Please input a newspaper',
    'Please input valid email',
  ])
    await page.getByText(message).waitFor()
}

/** Waits until the focus is in the search box, to which the gate leads. */
export async function focusInSearchBox(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('#search-box') !== null)
}
