import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** A copy of the sources, from which the product is built for any brand. */
export interface Sources {
  /** The folder of the copy. */
  readonly folder: string
  /** Builds the product for a site code; answers the path of the binary. */
  build(siteCode: string): Promise<string>
  remove(): void
}

/** Copies the sources, without generated files. */
export function copySources(): Sources {
  const folder = mkdtempSync(join(tmpdir(), 'holidaymaker-brand-'))
  const left = new Set([
    'web/node_modules',
    'internal/web/dist',
    'internal/web/render/dist/page.js',
  ])
  for (const part of ['cmd', 'internal', 'web', 'go.mod', 'go.sum']) {
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (source) => !left.has(relative(repository, source)),
    })
  }
  symlinkSync(join(repository, 'web/node_modules'), join(folder, 'web/node_modules'))
  return {
    folder,
    build: (siteCode) => build(folder, siteCode),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function build(folder: string, siteCode: string): Promise<string> {
  const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error']
  for (const step of [vite, [...vite, '--config', 'vite.server.config.ts']])
    await run(process.execPath, step, {
      cwd: join(folder, 'web'),
      env: { ...process.env, SITE: siteCode, NODE_ENV: 'production' },
    })
  const binary = join(folder, `holidaymaker-${siteCode}`)
  const flags = `-s -w -X holidaymaker/internal/site.buildCode=${siteCode}`
  await run('go', ['build', '-trimpath', '-ldflags', flags, '-o', binary, './cmd/holidaymaker'], {
    cwd: folder,
    env: { ...process.env, CGO_ENABLED: '0' },
  })
  return binary
}
