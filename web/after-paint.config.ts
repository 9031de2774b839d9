import type { Plugin } from 'vite'

/**
 * Lets the main script run once the page that the server rendered has been painted. The browser
 * requests it at the start, after font and first picture (ADR 110).
 */
export const afterPaint: Plugin = {
  name: 'after-paint',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const tags = [...html.matchAll(moduleTag)].map(([tag, address = '']) => ({ tag, address }))
      const main = tags.at(-1)
      if (!main) throw new Error('the document has no script')
      const withMain = html.replace(main.tag, () => requestFor(tags, main.address))
      return tags.reduce((text, { tag }) => text.replace(tag, ''), withMain)
    },
  },
}

const moduleTag = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/g

/**
 * The elements that request the main script and run it: once the whole document has been painted with
 * its first pictures, or after half a second. It runs at once in a tab in the background, which is not
 * painted, and where the browser has to render the page.
 */
const requestFor = (scripts: readonly { address: string }[], main: string) => `${scripts
  .map(({ address }) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`)
  .join('')}
    <script>
      document.addEventListener('DOMContentLoaded', () => {
        // A module that is imported again does not run again.
        const run = () =>
          import('${main}').catch((error) => {
            showTrouble()
            throw error
          })
        if (document.hidden || !document.querySelector('#root[data-rendered]')) return run()
        document.addEventListener('visibilitychange', run, { once: true })
        setTimeout(run, 500)
        const pictures = [...document.querySelectorAll('img[fetchpriority=high]')]
        Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
          const observe = () =>
            new PerformanceObserver(run).observe({ type: 'paint', buffered: true })
          // A frame for the pictures, and another one when that has been shown.
          requestAnimationFrame(() => requestAnimationFrame(observe))
        })
      })
    </script>`
