import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { FEATURE_ICONS, OTHER_FEATURE } from './src/features/park-card/feature-icons.ts'

interface Icon {
  __iconData: { node: [tag: string, attributes: Record<string, string>][] }
}

/** An icon of Lucide as a symbol of the file. Its lines are drawn in the colour of the text. */
async function symbol(name: string): Promise<string> {
  const icon = (await import(`lucide-react/dist/esm/icons/${name}.mjs`)) as Icon
  const lines = icon.__iconData.node.map(([tag, attributes]) => {
    // The keys are for React.
    const written = Object.entries(attributes).map(([word, value]) =>
      word === 'key' ? '' : ` ${word}="${value}"`,
    )
    return `<${tag}${written.join('')}/>`
  })
  return `<symbol id="${name}" viewBox="0 0 24 24">${lines.join('')}</symbol>`
}

/**
 * The icons of features in one file of their own, so that no page's scripts contain them. The
 * builds for browsers and for the server know the file's address.
 */
export async function featureIcons() {
  const names = new Set([...FEATURE_ICONS.map(([, name]) => name), OTHER_FEATURE])
  const symbols = await Promise.all([...names].toSorted().map(symbol))
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const fileName = `assets/feature-icons-${hash}.svg`
  const plugin: Plugin = {
    name: 'feature-icons',
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${fileName}`, (_, answer) => {
        answer.setHeader('Content-Type', 'image/svg+xml').end(source)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
  return { plugin, define: { __FEATURE_ICONS__: JSON.stringify(`/${fileName}`) } }
}
