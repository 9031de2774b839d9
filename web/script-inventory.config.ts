import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Plugin } from 'vite'
import { inlineScripts, sources } from './script-reasons.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Where a module comes from: a package, a folder of ours, or the bundler. */
function sourceOf(module: string): string {
  const packages = [...module.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)]
  return (
    packages.at(-1)?.[1] ??
    /\/web\/(src\/(?:features\/[^/]+|[^/.]+))/.exec(module)?.[1] ??
    /\/(internal\/site)\//.exec(module)?.[1] ??
    'bundler'
  )
}

/**
 * Writes the inventory of the scripts that our pages run, payment pages among them, each with its hash
 * and why it is there (PCI DSS 6.4.3). The build stops at a script without a reason, and at a reason for
 * what exists no more.
 */
export const scriptInventory: Plugin = {
  name: 'script-inventory',
  apply: 'build',
  generateBundle: {
    // Vite itself still writes into the scripts before.
    order: 'post',
    handler(_, bundle) {
      const used = new Set<string>()
      const faults: string[] = []
      const reasonFor = (table: Readonly<Record<string, string>>, name: string, about: string) => {
        used.add(name)
        if (!table[name]) faults.push(`${about} has no reason: ${name}`)
        return table[name] ?? ''
      }
      const scripts = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map(({ fileName, code, moduleIds }) => {
          const from = [...new Set(moduleIds.map(sourceOf))].toSorted()
          const why = from.map((source) => reasonFor(sources, source, fileName))
          return { file: fileName, sha256: hashOf(code), from, why }
        })
      const page = bundle['index.html']
      const html = page?.type === 'asset' ? String(page.source) : ''
      const inline = [
        ...html.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs),
      ].map(([, code = '']) => {
        const name = Object.keys(inlineScripts).find((mark) => code.includes(mark)) ?? code.trim()
        const why = [reasonFor(inlineScripts, name, 'an inline script')]
        return { file: '', sha256: hashOf(code), from: ['index.html'], why }
      })
      // A brand may do without a folder that others need.
      const exists = (name: string) =>
        [`./${name}`, `./node_modules/${name}`, `../${name}`].some((path) =>
          existsSync(new URL(path, import.meta.url)),
        )
      const unused = [
        ...Object.keys(inlineScripts).filter((mark) => !used.has(mark)),
        ...Object.keys(sources).filter(
          (name) => !used.has(name) && name !== 'bundler' && !exists(name),
        ),
      ]
      faults.push(...unused.map((name) => `no script needs the reason of ${name}`))
      if (faults.length > 0) throw new Error(`script-reasons.ts: ${faults.join('\n')}`)
      this.emitFile({
        type: 'asset',
        fileName: '.scripts.json',
        source: JSON.stringify([...inline, ...scripts], null, 1),
      })
    },
  },
}
