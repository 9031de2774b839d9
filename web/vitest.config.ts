import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { brandBuild } from './brand.config.ts'

const { alias, define, plugin } = brandBuild('MT')

export default defineConfig({
  plugins: [react(), plugin],
  resolve: { alias },
  define: { ...define, __SERVER__: 'false' },
  // The map's data is outside this folder, in internal/basemap.
  server: { fs: { allow: ['..'] } },
  test: {
    // Its state is part of a page: a test that reloads a page reloads it, too.
    server: { deps: { inline: ['@growthbook/growthbook'] } },
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    env: { TZ: 'America/New_York' },
  },
})
