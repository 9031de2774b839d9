import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, ProxyOptions } from 'vite'

/** Where the recorded answers are, a file for each call: web/mocks/{name}.json. */
const folder = process.env.MOCKS_FOLDER ?? fileURLToPath(new URL('mocks', import.meta.url))

/** In record mode, the header in which the front end names its call (src/api/transport.ts). */
const NAME = 'x-mock-name'
/** The header of a list that the front end reads; it is kept beside the answer. */
const TOTAL = 'x-wp-total'

/** The file of a call, or undefined where a name leads out of the folder. */
function fileOf(name: string): string | undefined {
  return /^\w+(?:\/\w+)*$/.test(name) ? join(folder, name) : undefined
}

/** Answers the calls of mocks mode from the recorded files (specification, 'General rules'). */
export const mocks: Plugin = {
  name: 'mocks',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use('/mocks', (request, response, next) => {
      const file = fileOf((request.url ?? '').replace(/^\//, '').replace(/\.json(?:\?.*)?$/, ''))
      if (!file || !existsSync(`${file}.json`)) return next()
      if (existsSync(`${file}.total`))
        response.setHeader(TOTAL, readFileSync(`${file}.total`, 'utf8'))
      response.setHeader('Content-Type', 'application/json')
      createReadStream(`${file}.json`).pipe(response)
    })
  },
}

/** In record mode, saves each answer of the server under the name of its call. The last one stays. */
export const recorded: ProxyOptions['configure'] = (proxy) => {
  // An answer that is not compressed can be saved as it is.
  proxy.on('proxyReq', (asked) => asked.setHeader('Accept-Encoding', 'identity'))
  proxy.on('proxyRes', (answer, request) => {
    const name = request.headers[NAME]
    const file = typeof name === 'string' ? fileOf(name) : undefined
    if (file && answer.statusCode === 200) save(answer, file)
  })
}

function save(answer: IncomingMessage, file: string): void {
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('end', () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.json`, Buffer.concat(parts))
    const total = answer.headers[TOTAL]
    if (typeof total === 'string') writeFileSync(`${file}.total`, total)
  })
}
