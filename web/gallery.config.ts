import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { front, icons, siteCode } from './front.config.ts'

/** Where the gallery of each brand is served. */
const ports: Readonly<Record<string, number>> = { BF: 5181, MT: 5182, RP: 5183, SN: 5184 }

/** The Go server, which has the pictures and answers what a card asks for by itself. */
const server = process.env.HOLIDAYMAKER_DEV_SERVER ?? 'http://127.0.0.1:8080'

const path = '/src/gallery/'

/** Links to the galleries of all brands. */
const links = Object.entries(ports)
  .map(([code, port]) => `<a href="http://localhost:${port}${path}">${code}</a>`)
  .join('')

const brandLinks: Plugin = {
  name: 'brand-links',
  transformIndexHtml: (html) => html.replace('%SITE%', siteCode).replace('<!--brands-->', links),
}

// The gallery of one brand (src/gallery). It is served in development only: no build contains it.
export default defineConfig({
  ...front,
  plugins: [...front.plugins, tailwindcss(), icons.plugin, brandLinks],
  cacheDir: `node_modules/.vite/gallery-${siteCode}`,
  server: {
    port: ports[siteCode],
    strictPort: true,
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/content': server, '/images': server },
  },
})
