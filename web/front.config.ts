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

const iconPath = /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/

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
    filter: { id: iconPath },
    handler(code, id) {
      const data = code
        .replaceAll(/,\s*key: "\w+"/g, '')
        .replaceAll(/^\s*(?:name: "[^"]+"|size: 24),$/gm, '')
      if (/\bkey"?:|\bname"?:/.test(data)) throw changed(id)
      return { code: data, map: null }
    },
  },
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : [],
    )
    const left = ids.find((id) => id.includes('/createLucideIcon.'))
    if (left) throw changed(left)
    // None is where it was expected.
    if (!ids.some((id) => iconPath.test(id))) throw changed('lucide-react')
  },
}

const changed = (id: string) => new Error(`${id} is not as it was: see front.config.ts`)

/** The settings that the builds for browsers and for the server share. */
export const front = {
  plugins: [react(), plugin, iconsAsText],
  publicDir,
  resolve: { alias },
  define: { ...define, ...icons.define, __SERVER__: 'false' },
}
