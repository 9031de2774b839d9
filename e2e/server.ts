import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** How a server is started; what is left out is the demo's default. */
export interface ServerOptions {
  parks?: number
  dataDir?: string
  /** Shift of the demo's clock, as Go writes durations: '48h'. */
  clockOffset?: string
  args?: string[]
  env?: Record<string, string>
}

/** A running binary with a data directory of its own. */
export interface RunningServer {
  url: string
  dataDir: string
  /** What the server logged so far. */
  log(): string
  /** The letters in the mailbox, decoded as they stand in the files. */
  letters(): string[]
  /** Stops it; 'SIGKILL' is a crash. The data directory stays until remove(). */
  stop(signal?: NodeJS.Signals): Promise<void>
  remove(): Promise<void>
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}

/** Starts bin/holidaymaker with the demo and waits until it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const port = await freePort()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'holidaymaker-e2e-'))
  const args = [
    'serve',
    '--demo',
    '--demo-parks',
    String(options.parks ?? 120),
    '--addr',
    `127.0.0.1:${port}`,
    '--data',
    dataDir,
    ...(options.args ?? []),
  ]
  const child = spawn(join(repository, 'bin/holidaymaker'), args, {
    env: {
      ...process.env,
      HOLIDAYMAKER_RATE_LIMITS: 'off',
      ...(options.clockOffset ? { HOLIDAYMAKER_CLOCK_OFFSET: options.clockOffset } : {}),
      ...options.env,
    },
  })
  let logged = ''
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString()))
  // By number, not name: the simulated card provider is at localhost, another site.
  const url = `http://127.0.0.1:${port}`
  await ready(`http://127.0.0.1:${port}/readyz`, child, () => logged)
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => ended(child, signal)
  return {
    url,
    dataDir,
    log: () => logged,
    letters: () => letters(join(dataDir, 'mail')),
    stop,
    remove: async () => {
      await stop('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(probe: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break
    const answer = await fetch(probe).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((again) => setImmediate(again))
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not become ready:\n${log()}`)
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

function letters(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return []
  }
}
