import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { brandBuild } from './brand.config.ts'
import { featureIcons } from './feature-icons.config.ts'

/** The site code is set once, by the build (specification, 'Brands'). */
export const siteCode = process.env.SITE ?? 'MT'
const { publicDir, alias, define, plugin } = brandBuild(siteCode)
/** The file with the icons of features. Only the build for browsers writes it. */
export const icons = await featureIcons()

/**
 * React Router assigns names to its components. These assignments keep every component in the
 * build, including those of its server framework. Removing them makes it two thirds smaller.
 */
const routerOnlyWhatIsUsed: Plugin = {
  name: 'router-only-what-is-used',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/.*\.mjs$/ },
    handler(code, id) {
      const named = code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/^var \w+ = (?=React\d*\.\w+\()/gm, '$&/* @__PURE__ */ ')
      if (/^\S*\.displayName\b|^var \w+ = React\d*\.createContext/m.test(named)) throw changed(id)
      return { code: named, map: null }
    },
  },
}

/**
 * Replaces the component with which lucide-react draws its icons by our own. Ours writes the inside
 * of an icon as text, which is faster than one React element per line of the icon. The names, sizes
 * and keys in the icons' data are then not needed. The keys are random, so they do not compress.
 */
const iconsAsText: Plugin = {
  name: 'icons-as-text',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/')
      ? fileURLToPath(new URL('src/ui/lucide-icon.tsx', import.meta.url))
      : undefined,
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
    handler(code, id) {
      const data = code
        .replaceAll(/,\s*key: "\w+"/g, '')
        .replaceAll(/^\s*(?:name: "[^"]+"|size: 24),$/gm, '')
      if (/\bkey"?:|\bname"?:/.test(data)) throw changed(id)
      return { code: data, map: null }
    },
  },
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const left =
        file.type === 'chunk' && file.moduleIds.find((id) => id.includes('/createLucideIcon.'))
      if (left) throw changed(left)
    }
  },
}

const changed = (id: string) => new Error(`${id} is not as it was: see front.config.ts`)

/** Stops the build when none of a package's modules was where the plugins above expect them. */
const packagesAreThere: Plugin = {
  name: 'packages-are-there',
  apply: 'build',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : [],
    )
    const expected = [/react-router\/dist\/.*\.mjs$/, /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/]
    for (const path of expected) if (!ids.some((id) => path.test(id))) throw changed(String(path))
  },
}

/** Selects the production build of React Router. Without it, the package resolves to its development build. */
const production = [
  {
    find: /^react-router$/,
    replacement: fileURLToPath(
      new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
    ),
  },
]

/** The settings that the builds for browsers and for the server share. */
export const front = {
  plugins: [react(), plugin, routerOnlyWhatIsUsed, iconsAsText, packagesAreThere],
  publicDir,
  resolve: { alias: [...alias, ...production] },
  define: { ...define, ...icons.define, __SERVER__: 'false' },
}
