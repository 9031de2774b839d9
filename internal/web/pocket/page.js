// Keeps this page on the phone, forgets it, and says what has changed since it was kept. Without a
// press of 'Keep on this phone' nothing is stored.
{
  const CACHE = 'pocket'
  const here = location.pathname
  const facts = `${here}?facts` // what was seen, and since when it is otherwise
  const get = (id) => document.getElementById(id)
  const say = (text) => (get('state').textContent = text)
  const asOf = (page) => page.querySelector('[data-at]').dataset.at
  const show = (keeps) => {
    get('keep').hidden = keeps
    get('forget').hidden = !keeps
  }
  const read = (page) =>
    Object.fromEntries(
      [...page.querySelectorAll('[data-fact]')].map((fact) => [
        fact.dataset.fact,
        fact.textContent.trim(),
      ]),
    )
  const seen = async (cache) => (await cache.match(facts))?.json()

  /** Stores the page as the server answers it now, with its pictures and style sheets. */
  const keep = async () => {
    const cache = await caches.open(CACHE)
    const answer = await fetch(here, { cache: 'no-store' })
    if (!answer.ok || answer.redirected) return answer.status
    const html = await answer.clone().text()
    // Without its style, whose nonce is not that of this page: browsers would report it.
    const page = new DOMParser().parseFromString(
      html.replace(/<style[^]*?<\/style>/g, ''),
      'text/html',
    )
    const parts = [...page.querySelectorAll('img[src], link[rel=stylesheet]')].map(
      (each) => each.getAttribute('src') ?? each.getAttribute('href'),
    )
    await cache.put(here, answer)
    // 'no-store': the worker answers other requests from what was kept, which would never be renewed.
    await Promise.allSettled(
      parts.map((part) => cache.add(new Request(part, { cache: 'no-store' }))),
    )
    const before = (await seen(cache)) ?? { at: asOf(page), texts: read(page), changed: {} }
    const texts = read(page)
    const changed = { ...before.changed }
    for (const name of new Set([...Object.keys(texts), ...Object.keys(before.texts)]))
      if (texts[name] !== before.texts[name]) changed[name] = asOf(page)
    const now = { at: asOf(page), texts, changed }
    await cache.put(facts, new Response(JSON.stringify(now)))
    return 200
  }

  /** Marks what has changed since the page was first kept. */
  const mark = async () => {
    const { changed = {} } = (await seen(await caches.open(CACHE))) ?? {}
    for (const [name, at] of Object.entries(changed)) {
      const fact = document.querySelector(`[data-fact="${name}"]`)
      const note = document.createElement('strong')
      note.className = 'changed'
      note.textContent = fact ? `Changed, seen on ${at}` : `No ${name} any more, seen on ${at}`
      if (fact) fact.append(note)
      else document.querySelector('dl').after(note)
    }
  }

  const start = async () => {
    if (!('serviceWorker' in navigator) || !('caches' in window)) return
    const kept = await (await caches.open(CACHE)).match(here)
    show(Boolean(kept))
    if (!kept) return
    const status = await keep().catch(() => 0)
    await mark()
    const at = asOf(document)
    if (status === 200) say('Kept on this phone. You can open this address without a connection.')
    else if (status === 0) say(`No connection. This is what was kept: as of ${at}.`)
    else say(`This is what was kept: as of ${at}. To renew it, open your booking again.`)
  }

  get('keep').addEventListener('click', async () => {
    try {
      await navigator.serviceWorker.register('/pocket/worker.js', { scope: '/pocket/' })
      if ((await keep()) !== 200) throw new Error('not answered')
      show(true)
      say('Kept on this phone. You can open this address without a connection.')
    } catch {
      say('This page could not be kept. Please try again, or print it.')
    }
  })
  get('forget').addEventListener('click', async () => {
    const cache = await caches.open(CACHE)
    await cache.delete(here)
    await cache.delete(facts)
    const left = (await cache.keys()).some(({ url }) => url.endsWith('?facts'))
    if (!left) {
      await caches.delete(CACHE)
      await (await navigator.serviceWorker.getRegistration('/pocket/'))?.unregister()
    }
    show(false)
    say('This page is not on this phone any more.')
  })
  get('print').hidden = false
  get('print').addEventListener('click', () => print())
  void start()
}
