import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'
import type { BrandDefinition } from './src/brands/definition.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Module aliases for the files of a brand's folder. */
const files = (folder: string) => [
  { find: /^#brand\//, replacement: `${folder}/` },
  {
    find: '#logo',
    replacement: `${folder}/public/${basename(folder).toUpperCase()}/logo-light.svg`,
  },
  { find: /^@site\//, replacement: here('../internal/site/brands/') },
]

/**
 * What a build needs of its brand: its files, its public files and the versions of its logos. A
 * site code without a brand folder stops the build.
 */
export function brandBuild(siteCode: string) {
  const folder = here(`src/brands/${siteCode.toLowerCase()}`)
  if (!/^[A-Z]{2}$/.test(siteCode) || !existsSync(folder)) {
    throw new Error(`Unsupported site code: ${siteCode}`)
  }
  const version = (kind: 'dark' | 'light') =>
    createHash('sha256')
      .update(readFileSync(`${folder}/public/${siteCode}/logo-${kind}.svg`))
      .digest('hex')
      .slice(0, 8)
  return {
    publicDir: `${folder}/public`,
    alias: files(folder),
    plugin: brandModule(folder),
    define: {
      __LOGO_VERSIONS__: JSON.stringify({ dark: version('dark'), light: version('light') }),
    },
  }
}

/** The module '#brand': the brand, computed when the product is built. */
function brandModule(folder: string): Plugin {
  return {
    name: 'brand',
    resolveId: { filter: { id: /^#brand$/ }, handler: () => '\0brand' },
    load: {
      filter: { id: /^\0brand$/ },
      handler: async () => {
        const config = { configFile: false as const, resolve: { alias: files(folder) } }
        const [{ module: maker }, { module: own }] = await Promise.all([
          runnerImport<typeof import('./src/brands/definition')>(
            here('src/brands/definition.ts'),
            config,
          ),
          runnerImport<{ default: BrandDefinition }>(`${folder}/brand.ts`, config),
        ])
        return `export default ${JSON.stringify(maker.makeBrand(own.default))}`
      },
    },
  }
}
