import { posix } from 'node:path'
import { parseAst, type Plugin, type Rolldown } from 'vite'
import { assignedLater } from './assigned-later.config.ts'

/**
 * Lets the main script run once the page that the server rendered has been painted. The browser
 * requests it at the start, after font and first picture. It becomes a plain script instead of a
 * module, so that Lighthouse sees that the paint does not wait for it (ADR 110). The other scripts stay
 * modules, and read what they need of it from globals.
 */
export const afterPaint: Plugin = {
  name: 'after-paint',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const tags = [...html.matchAll(moduleTag)].map(([tag, address = '']) => ({ tag, address }))
      const main = tags.at(-1)
      if (!main) throw new Error('the document has no script')
      const withMain = html.replace(main.tag, () => requestFor(main.address))
      return tags.reduce((text, { tag }) => text.replace(tag, ''), withMain)
    },
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const globals = new Map<string, string>()
      for (const { name, fileName } of chunks) {
        const global = globalOf[name]
        if (global) globals.set(fileName, global)
      }
      for (const chunk of chunks) chunk.code = withoutImports(chunk, globals)
      const [runtime, main] = ['rolldown-runtime', 'main'].map((one) =>
        chunks.find(({ name }) => name === one),
      )
      if (!runtime || !main) throw new Error('a part of the main script is missing')
      main.code = [runtime, main]
        .map(({ code, fileName }) => plain(code, globals.get(fileName)))
        .join('')
      delete bundle[runtime.fileName]
    },
  },
}

const moduleTag = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/g

/** The parts of the main script by their name in the build, and the globals in which they leave their exports. */
const globalOf: Readonly<Record<string, string>> = { 'rolldown-runtime': '$runtime', main: '$main' }

/**
 * The elements that request the main script and run it: once the whole document has been painted with
 * its first pictures, or after half a second. It runs at once in a tab in the background, which is not
 * painted, and where the browser has to render the page.
 */
const requestFor = (
  main: string,
) => `<link rel="preload" as="script" fetchpriority="low" href="${main}">
    <script>
      document.addEventListener('DOMContentLoaded', () => {
        const script = Object.assign(document.createElement('script'), { src: '${main}' })
        // A script that is appended again does not run again.
        const run = () => document.head.append(script)
        if (document.hidden || !document.querySelector('#root[data-rendered]')) return run()
        document.addEventListener('visibilitychange', run, { once: true })
        setTimeout(run, 500)
        const pictures = [...document.querySelectorAll('img[fetchpriority=high]')]
        Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
          const observe = () =>
            new PerformanceObserver(run).observe({ type: 'paint', buffered: true })
          // A frame for the pictures, and another one when that has been shown.
          requestAnimationFrame(() => requestAnimationFrame(observe))
        })
      })
    </script>`

/** A change of a text: what stands from start to end is replaced. */
interface Edit {
  start: number
  end: number
  text: string
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}

/**
 * A module without imports as a plain script, which leaves its exports in a global: their values once it
 * has run, so none of its functions may assign one of them.
 */
function plain(code: string, global = ''): string {
  const edits: Edit[] = []
  const { body } = parseAst(code)
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration')
      throw new Error(`the main script imports ${statement.source.value}`)
    if (statement.type === 'ExportDefaultDeclaration' || statement.type === 'ExportAllDeclaration')
      throw new Error('the main script exports something without naming it')
    if (statement.type !== 'ExportNamedDeclaration') continue
    const parts = statement.specifiers.map(
      ({ exported, local }) => `${nameOf(exported)}:${nameOf(local)}`,
    )
    const later = assignedLater(
      body,
      statement.specifiers.map(({ local }) => nameOf(local)),
    )
    if (later.length > 0)
      throw new Error(`the main script may change later what it exports: ${later.join()}`)
    edits.push({ ...statement, text: `self.${global}={${parts.join()}};` })
  }
  edits.push(...placesOf(body, 'MetaProperty').map((at) => ({ ...at, text: '$meta' })))
  const meta = edits.some(({ text }) => text === '$meta')
    ? 'const $meta={url:document.currentScript.src};'
    : ''
  return `(()=>{"use strict";${meta}${edited(code, edits)}})();`
}

/** The code of a script that reads globals in place of its imports from some files. */
function withoutImports(
  { code, fileName, dynamicImports }: Rolldown.OutputChunk,
  globals: ReadonlyMap<string, string>,
): string {
  const late = dynamicImports.find((file) => globals.has(file))
  if (late) throw new Error(`${fileName} would run ${late} a second time`)
  const edits: Edit[] = []
  for (const statement of parseAst(code).body) {
    if (!('source' in statement) || !statement.source || !('value' in statement.source)) continue
    const source = statement.source.value
    const global = globals.get(posix.join(posix.dirname(fileName), source))
    if (!global) continue
    if (statement.type !== 'ImportDeclaration')
      throw new Error(`${fileName} exports what ${source} exports`)
    const parts = statement.specifiers.map((one) => {
      if (one.type !== 'ImportSpecifier') throw new Error(`${fileName} imports all of ${source}`)
      return `${nameOf(one.imported)}:${one.local.name}`
    })
    edits.push({ ...statement, text: parts.length > 0 ? `const{${parts.join()}}=${global};` : '' })
  }
  return edited(code, edits)
}

const nameOf = (name: { name: string } | { value: unknown }) =>
  'name' in name ? name.name : JSON.stringify(name.value)

/** Where nodes of a type stand below a node. */
function placesOf(node: unknown, type: string): { start: number; end: number }[] {
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === type && 'start' in node && 'end' in node)
    return [{ start: Number(node.start), end: Number(node.end) }]
  return Object.values(node).flatMap((part: unknown) => placesOf(part, type))
}
