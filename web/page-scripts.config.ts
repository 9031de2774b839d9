import type { Plugin } from 'vite'
import { parkPaths } from './src/app/park-paths.ts'

/** The expression for the paths of a pattern such as '/boat/:parkId/:slug'. */
const shapeOf = (path: string) => path.replaceAll(/:[^/]+/g, '[^/]+')

/** The pages on which most visitors arrive: their paths, and the module that the browser loads for them. */
const arrivals = [
  { path: /^\/$/, module: 'src/features/home/pages.tsx' },
  { path: /^\/results$/, module: 'src/features/results/pages.tsx' },
  {
    path: new RegExp(`^(?:${parkPaths.map(shapeOf).join('|')})$`),
    module: 'src/features/park/pages.tsx',
  },
]

/**
 * Lets the browser request the scripts of a page together with the main script, which otherwise
 * requests them only when it runs: it reacts somewhat earlier on a slow network (ADR 110).
 */
export const pageScripts: Plugin = {
  name: 'page-scripts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const importsOf = (fileName: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(fileName)) return seen
        seen.add(fileName)
        const imports = chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []
        for (const imported of imports) importsOf(imported, seen)
        return seen
      }
      const main = chunks.find(({ isEntry }) => isEntry)
      const early = importsOf(main?.fileName ?? '')
      const table = arrivals.map(({ path, module }) => {
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`))
        if (!page) throw new Error(`${module} has no script`)
        const files = [...importsOf(page.fileName)].filter((file) => !early.has(file))
        return `[${path},${JSON.stringify(files)}]`
      })
      return [{ tag: 'script', injectTo: 'head', children: requestFor(table) }]
    },
  },
}

/** The script in the document: it requests the files of the entries whose path is that of the page. */
const requestFor = (table: readonly string[]) => `
      for (const [path, files] of [${table.join()}])
        if (path.test(location.pathname))
          for (const file of files)
            document.head.append(
              Object.assign(document.createElement('link'), {
                rel: 'modulepreload',
                fetchPriority: 'low',
                href: '/' + file,
              }),
            )
    `
