import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { goDuration, runAhead } from './clock'

const repository = fileURLToPath(new URL('..', import.meta.url))
const binary = join(repository, 'bin/holidaymaker')

/** Runs a command of the binary; returns its output. */
export function holidaymaker(...args: string[]): string {
  return runBinary(args, runAhead())
}

/** Runs a command by a clock that is ahead of the machine's. */
function runBinary(args: string[], ahead: number): string {
  return execFileSync(binary, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOLIDAYMAKER_CLOCK_OFFSET: goDuration(ahead) },
  })
}

/** How a server is started. An option that is left out has the demo's default. */
export interface ServerOptions {
  parks?: number
  /** 'sandbox' sells the imported catalogue of dataDir. */
  mode?: 'demo' | 'sandbox'
  /** The data directory of an earlier server. Without it, a new one is made. */
  dataDir?: string
  /** The port of an earlier server, so that its visitors reach this one. */
  port?: number
  /** How far the server's clock is ahead of the machine's, in ms; without it, as far as the run's. */
  ahead?: number
  args?: string[]
  /** The path of another binary than the one that the tests use. */
  binary?: string
  env?: Record<string, string>
}

/** An order in the records of the simulated card provider; amounts in pence. */
export interface Order {
  orderCode: string
  /** It ends with the booking reference. */
  description: string
  amount: number
  state: string
  captured: number
  refunded: number
}

/** An e-mail that the demo wrote to its mailbox directory. */
export interface Email {
  head: string
  text: string
}

/** A running binary with a data directory of its own. */
export interface RunningServer {
  url: string
  port: number
  dataDir: string
  /** Whether it has not ended. */
  runs(): boolean
  /** What the server logged so far. */
  log(): string
  /** All e-mails, oldest first. */
  emails(): Email[]
  /** A booking's orders in the card provider's records, oldest first. */
  orders(reference: string): Order[]
  /** What the simulated wallet took for a booking, in pence, a capture each. */
  captures(reference: string): number[]
  /** The output lines of `holidaymaker booking show`, by name. */
  booking(reference: string): Record<string, string>
  /** Stops the server; 'SIGKILL' simulates a crash. The data directory stays until remove(). */
  stop(signal?: NodeJS.Signals): Promise<void>
  remove(): Promise<void>
}

/** What ends the servers that still run when this process ends, and removes their data. */
const endings = new Set<() => void>()
const endAll = () => {
  for (const end of endings) end()
}
process.on('exit', endAll)
// The test runner ends its processes by this signal.
process.once('SIGTERM', () => {
  endAll()
  process.exit()
})

/** Starts bin/holidaymaker with the demo and waits until it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'holidaymaker-e2e-'))
  const ahead = options.ahead ?? runAhead()
  sharePictures(dataDir, options.binary)
  const args = [
    'serve',
    ...(options.mode === 'sandbox'
      ? ['--sandbox']
      : ['--demo', '--demo-parks', String(options.parks ?? 120)]),
    '--addr',
    `127.0.0.1:${options.port ?? 0}`,
    '--data',
    dataDir,
    ...(options.args ?? []),
  ]
  const child = spawn(options.binary ?? binary, args, {
    env: {
      ...process.env,
      HOLIDAYMAKER_RATE_LIMITS: 'off',
      HOLIDAYMAKER_CLOCK_OFFSET: goDuration(ahead),
      ...options.env,
    },
  })
  const end = () => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  endings.add(end)
  let logged = ''
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString()))
  const url = await ready(child, () => logged)
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => ended(child, signal)
  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    runs: () => child.exitCode === null && child.signalCode === null,
    log: () => logged,
    emails: () => emails(join(dataDir, 'mail')),
    orders: (reference) => orders(dataDir, reference.replace('-', '')),
    captures: (reference) => captures(dataDir, reference.replace('-', '')),
    booking: (reference) => bookingRow(reference, dataDir, ahead),
    stop,
    remove: async () => {
      endings.delete(end)
      await stop('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Lets a server keep its compressed pictures where the others of the run keep theirs: compressing a
 * picture takes much longer than drawing it. A server removes the pictures of other builds, so the
 * builds of other brands, which know no version, have a folder of their own.
 */
function sharePictures(dataDir: string, other: string | undefined): void {
  const shared = process.env.HOLIDAYMAKER_E2E_PICTURES
  const own = join(dataDir, 'cache')
  if (!shared || existsSync(own)) return
  const folder = join(shared, other ? 'others' : 'tested')
  mkdirSync(folder, { recursive: true })
  symlinkSync(folder, own)
}

/**
 * Waits until a server is ready; returns the address that it printed. The host is a number, because
 * the simulated card provider is at localhost, which must be another site.
 */
async function ready(child: ChildProcess, log: () => string): Promise<string> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break
    const url = /^Holidaymaker is at (http:\S+)/m.exec(log())?.[1]
    const answer = url ? await fetch(`${url}/readyz`).catch(() => undefined) : undefined
    if (url && answer?.ok) return url
    // Without a pause, the probes would take a processor from the server that starts.
    await pause(50)
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

function emails(folder: string): Email[] {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.eml'))
    : []
  return names.toSorted().map((name) => {
    const raw = readFileSync(join(folder, name), 'utf8')
    const [head = ''] = raw.split(/\r?\n\r?\n/)
    const plain = /^Content-Type: text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/m.exec(raw)
    return { head, text: decodeQuotedPrintable(plain?.[1] ?? '') }
  })
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
    .replaceAll(/%(?![0-9A-F]{2})/g, '%25')
  return decodeURIComponent(bytes)
}

function orders(dataDir: string, reference: string): Order[] {
  const books = readFileSync(join(dataDir, 'simulator/card-provider.json'), 'utf8')
  const { orders } = JSON.parse(books) as { orders: Record<string, Order> }
  return Object.values(orders)
    .filter(({ description }) => description.replace('-', '').endsWith(reference))
    .toSorted((one, other) => (one.orderCode < other.orderCode ? -1 : 1))
}

function captures(dataDir: string, reference: string): number[] {
  const books = readFileSync(join(dataDir, 'simulator/card-provider.json'), 'utf8')
  const { wallet } = JSON.parse(books) as {
    wallet: { orders?: Record<string, { what: string; captures?: { amount: number }[] }> }
  }
  return Object.values(wallet.orders ?? {})
    .filter(({ what }) => what.replace('-', '').endsWith(reference))
    .flatMap((order) => order.captures ?? [])
    .map(({ amount }) => amount)
}

function bookingRow(reference: string, dataDir: string, ahead: number): Record<string, string> {
  const shown = runBinary(['booking', 'show', reference, '--data', dataDir], ahead)
  const lines = shown.trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/ {2,}/, 2)))
}
