import { afterAll } from 'vitest'
import { closeContexts } from './browser'

// Runs in every file: the next one shares the browser.
afterAll(closeContexts)
