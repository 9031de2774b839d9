import type { Page } from 'playwright-core'

/** What a reader types: the demo's code words. */
export const WORDS = ['harbour', 'DECKCHAIR', ' Lantern', 'pebble']

/** Passes the gate of the demo of RP. */
export async function passGate(page: Page): Promise<void> {
  for (const [at, word] of WORDS.entries()) await page.getByLabel(`Password ${at + 1}`).fill(word)
  await page.getByRole('button', { name: /^Newspaper/ }).click()
  await page.getByRole('radio', { name: 'Daily Example' }).click()
  await page.getByRole('textbox', { name: 'Email' }).first().fill('reader@mail.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('search').first().waitFor()
}

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
