// Measures pages in a browser, and prints every figure that has a bar.
//
//     node main.mjs                              all
//     node main.mjs --parts lighthouse --pages home,park --on phone --rounds 1
//     node main.mjs --parts rendering,inp,map
//     node main.mjs --parts map --url http://127.0.0.1:8080 --map '/results/all-regions?…&view=map'
import { parseArgs } from 'node:util'
import { measureInteractions } from './interactions.mjs'
import { measurePages } from './lighthouse.mjs'
import { measureMap } from './map.mjs'
import { measureRendering } from './rendering.mjs'
import { machine, Report } from './report.mjs'
import { startServer } from './server.mjs'

const { values: asked } = parseArgs({
  options: {
    parts: { type: 'string', default: 'rendering,inp,map,lighthouse' },
    pages: { type: 'string' },
    on: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    url: { type: 'string' },
    map: { type: 'string' },
  },
})
const parts = asked.parts.split(',')
const began = Date.now()
const report = new Report()
report.note(machine())

/** Runs a part on a new server, or on the server that --url names. */
async function on(measure, ...args) {
  const server = asked.url ? { url: asked.url, stop: async () => {} } : await startServer(...args)
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
}

if (parts.includes('rendering')) await on((server) => measureRendering(report, server))
if (parts.includes('inp'))
  await on(({ url }) => measureInteractions(report, url), '--render-pages', 'off')
if (parts.includes('map'))
  await on(({ url }) => measureMap(report, url, asked.map), '--render-pages', 'off')
if (parts.includes('lighthouse'))
  await on(({ url }) =>
    measurePages(report, url, {
      rounds: Number(asked.rounds),
      only: asked.pages?.split(','),
      on: asked.on,
    }),
  )
const fallsShort = report.print()
console.log(`\nthe whole took ${Math.round((Date.now() - began) / 1000)} s`)
if (fallsShort > 0) console.log(`${fallsShort} bars fall short`)
