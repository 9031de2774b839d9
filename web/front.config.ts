import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { brandBuild } from './brand.config.ts'

/** The site code is set once, by the build (specification, 'Brands'). */
export const siteCode = process.env.SITE ?? 'MT'
const { publicDir, alias, define, plugin } = brandBuild(siteCode)

/**
 * React Router assigns names to its components. These assignments keep every component in the
 * build, including those of its server framework. Removing them makes it two thirds smaller.
 */
const routerOnlyWhatIsUsed: Plugin = {
  name: 'router-only-what-is-used',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/.*\.mjs$/ },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/^var \w+ = (?=React\d*\.\w+\()/gm, '$&/* @__PURE__ */ '),
  },
}

/** Icons are drawn by our own component: the package's makes an element of each part, each time. */
const iconsAsText: Plugin = {
  name: 'icons-as-text',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/')
      ? fileURLToPath(new URL('src/ui/lucide-icon.tsx', import.meta.url))
      : undefined,
}

/** The package leads to its development build, whatever is built. */
const production = [
  {
    find: /^react-router$/,
    replacement: fileURLToPath(
      new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
    ),
  },
]

/** What the builds for browsers and for the server have in common. */
export const front = {
  plugins: [react(), plugin, routerOnlyWhatIsUsed, iconsAsText],
  publicDir,
  resolve: { alias: [...alias, ...production] },
  define: { ...define, __SERVER__: 'false' },
}
