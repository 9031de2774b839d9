import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../tools/brands.sh', import.meta.url))
const run = promisify(execFile)

/** The product, built for a brand. */
export interface BrandBinary {
  readonly path: string
  /** Removes it, unless other files use it, too. */
  remove(): void
}

/**
 * The product for a site code. `make test` has built it in the folder E2E_BRANDS; without it, it is
 * built now.
 */
export async function brandBinary(siteCode: string): Promise<BrandBinary> {
  const name = `holidaymaker-${siteCode}`
  const built = join(process.env.E2E_BRANDS ?? '', name)
  if (process.env.E2E_BRANDS && existsSync(built)) return { path: built, remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'holidaymaker-brand-'))
  await run('sh', [script, folder, siteCode])
  return {
    path: join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
