import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const binary = fileURLToPath(new URL('../../bin/holidaymaker', import.meta.url))

/** Starts the demo with a new data directory, and waits until it is ready. */
export async function startServer(...more) {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'holidaymaker-bench-web-'))
  const args = ['serve', '--demo', '--data', dataDir, '--addr', `127.0.0.1:${port}`]
  const child = spawn(binary, [...args, '--rate-limits', 'off', ...more], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + 120_000; ;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('the server did not become ready')
    }
    await new Promise((again) => setTimeout(again, 50))
  }
  return { url, stop, processorTime: () => processorTime(child.pid) }
}

/** The processor time that a process has used, in seconds. */
function processorTime(pid) {
  let nanoseconds = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [used] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')
      nanoseconds += Number(used)
    } catch {
      // The thread has ended.
    }
  }
  return nanoseconds / 1e9
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
