// The service worker of the pages that guests keep on their phones. Its scope is /pocket/ alone.
// A page is asked of the server first; what was kept answers where there is no connection, where
// the server does not answer in time, and after the access to the booking has ended.
const CACHE = 'pocket'
const PATIENCE = 4000 // milliseconds

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || request.cache === 'no-store') return
  event.respondWith(request.mode === 'navigate' ? page(request) : part(request))
})

async function page(request) {
  const kept = await found(request)
  if (!kept) return fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept))
  const fresh = fetch(request).then((answer) => (answer.ok && !answer.redirected ? answer : kept))
  return Promise.race([fresh.catch(() => kept), late])
}

async function part(request) {
  return (await found(request)) ?? fetch(request)
}

async function found(request) {
  const cache = await caches.open(CACHE)
  return cache.match(request, { ignoreVary: true })
}
