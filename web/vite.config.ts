import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const siteCode = process.env.SITE ?? 'MT'
// index.html reads it as %VITE_SITE_CODE%.
process.env.VITE_SITE_CODE = siteCode
const server = process.env.HOLIDAYMAKER_DEV_SERVER ?? 'http://127.0.0.1:8080'

// The build goes where the Go server embeds it. The site code is fixed here,
// once (specification, 'Brands').
export default defineConfig({
  plugins: [react(), tailwindcss()],
  define: { __SITE_CODE__: JSON.stringify(siteCode) },
  build: {
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/json-files', '/images', '/content', '/cms', '/sim', `/${siteCode}`].map((path) => [
        path,
        server,
      ]),
    ),
  },
})
