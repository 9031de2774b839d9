import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes the folder in which the servers of all files keep their compressed pictures, and returns what
 * removes it.
 */
export default function makePictureFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'holidaymaker-e2e-pictures-'))
  process.env.HOLIDAYMAKER_E2E_PICTURES = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
