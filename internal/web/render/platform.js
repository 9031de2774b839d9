// The parts of the web platform that the front end uses and a small engine
// lacks: TextEncoder, URLSearchParams, URL for http addresses, AbortController.
// They do what browsers do: testdata/platform.json is run against both.
;(() => {
  const wellFormed = (value) => String(value).toWellFormed()

  const bytesOf = (text) => {
    const bytes = []
    for (const part of encodeURIComponent(wellFormed(text)).match(/%[0-9A-F]{2}|[^%]/g) ?? [])
      bytes.push(part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0))
    return bytes
  }

  /** Decodes UTF-8; each wrong sequence becomes U+FFFD, as the Encoding Standard says. */
  const textOf = (bytes) => {
    let text = ''
    for (let i = 0; i < bytes.length;) {
      const first = bytes[i++]
      if (first < 0x80) {
        text += String.fromCharCode(first)
        continue
      }
      let needed =
        first >= 0xc2 && first <= 0xdf
          ? 1
          : (first & 0xf0) === 0xe0
            ? 2
            : first >= 0xf0 && first <= 0xf4
              ? 3
              : 0
      let point = needed === 0 ? -1 : first & (0x3f >> needed)
      let lower = { 0xe0: 0xa0, 0xf0: 0x90 }[first] ?? 0x80
      let upper = { 0xed: 0x9f, 0xf4: 0x8f }[first] ?? 0xbf
      for (; needed > 0; needed--) {
        if (i >= bytes.length || bytes[i] < lower || bytes[i] > upper) {
          point = -1
          break
        }
        point = (point << 6) | (bytes[i++] & 0x3f)
        lower = 0x80
        upper = 0xbf
      }
      text += point < 0 ? '\ufffd' : String.fromCodePoint(point)
    }
    return text
  }

  const hex = (byte) => '%' + byte.toString(16).toUpperCase().padStart(2, '0')

  const decodeForm = (text) => {
    if (!/[%+]/.test(text)) return text
    const bytes = []
    for (const part of text.replaceAll('+', ' ').match(/%[0-9a-f]{2}|[^%]+|%/gi) ?? [])
      if (part.length === 3 && /^%[0-9a-f]{2}$/i.test(part)) bytes.push(parseInt(part.slice(1), 16))
      else bytes.push(...bytesOf(part))
    return textOf(bytes)
  }

  /** The engine's own function is many times faster than encoding byte by byte. */
  const encodeForm = (text) =>
    encodeURIComponent(text)
      .replaceAll('%20', '+')
      .replace(/[!'()~]/g, (char) => hex(char.charCodeAt(0)))

  globalThis.TextEncoder = class TextEncoder {
    get encoding() {
      return 'utf-8'
    }
    encode(text = '') {
      return new Uint8Array(bytesOf(text))
    }
  }

  class URLSearchParams {
    #pairs = []
    #changed = () => {}

    constructor(from = '', changed) {
      if (changed) this.#changed = changed
      if (typeof from === 'object' && from !== null) {
        const iterable = from[Symbol.iterator]
        if (iterable !== undefined && iterable !== null) {
          for (const entry of from) {
            const pair = [...entry]
            if (pair.length !== 2)
              throw new TypeError('Each query pair must be an iterable [name, value] tuple')
            this.#pairs.push(pair.map(wellFormed))
          }
        } else {
          const kept = new Map()
          for (const name of Object.keys(from)) kept.set(wellFormed(name), wellFormed(from[name]))
          this.#pairs = [...kept]
        }
        return
      }
      this.#read(wellFormed(from).replace(/^\?/, ''))
    }

    #read(query) {
      this.#pairs = query
        .split('&')
        .filter((part) => part !== '')
        .map((part) => {
          const at = part.indexOf('=')
          return at < 0
            ? [decodeForm(part), '']
            : [decodeForm(part.slice(0, at)), decodeForm(part.slice(at + 1))]
        })
    }

    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#pairs.push([wellFormed(name), wellFormed(value)])
      this.#changed()
    }
    delete(name, value) {
      const [key, only] = [wellFormed(name), value === undefined ? undefined : wellFormed(value)]
      this.#pairs = this.#pairs.filter(([k, v]) => k !== key || (only !== undefined && v !== only))
      this.#changed()
    }
    get(name) {
      const key = wellFormed(name)
      return this.#pairs.find(([k]) => k === key)?.[1] ?? null
    }
    getAll(name) {
      const key = wellFormed(name)
      return this.#pairs.filter(([k]) => k === key).map(([, v]) => v)
    }
    has(name, value) {
      const [key, only] = [wellFormed(name), value === undefined ? undefined : wellFormed(value)]
      return this.#pairs.some(([k, v]) => k === key && (only === undefined || v === only))
    }
    set(name, value) {
      const [key, text] = [wellFormed(name), wellFormed(value)]
      const at = this.#pairs.findIndex(([k]) => k === key)
      if (at < 0) this.#pairs.push([key, text])
      else {
        this.#pairs[at][1] = text
        this.#pairs = this.#pairs.filter(([k], i) => k !== key || i === at)
      }
      this.#changed()
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      this.#changed()
    }
    forEach(callback, thisArg) {
      for (const [name, value] of this) callback.call(thisArg, value, name, this)
    }
    // An iterator goes by place: it sees what is added while it runs.
    *entries() {
      for (let i = 0; i < this.#pairs.length; i++) yield [...this.#pairs[i]]
    }
    *keys() {
      for (const [name] of this.entries()) yield name
    }
    *values() {
      for (const [, value] of this.entries()) yield value
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return this.#pairs.map(([k, v]) => `${encodeForm(k)}=${encodeForm(v)}`).join('&')
    }
    get [Symbol.toStringTag]() {
      return 'URLSearchParams'
    }
  }
  globalThis.URLSearchParams = URLSearchParams

  const escape = (text, unsafe) =>
    bytesOf(text)
      .map((byte) =>
        byte < 0x21 || byte > 0x7e || unsafe.includes(String.fromCharCode(byte))
          ? hex(byte)
          : String.fromCharCode(byte),
      )
      .join('')

  const resolvePath = (path) => {
    const kept = []
    const parts = path.replaceAll('\\', '/').split('/').slice(1)
    parts.forEach((part, i) => {
      const plain = part.replace(/%2e/gi, '.')
      const last = i === parts.length - 1
      if (plain === '..') {
        kept.pop()
        if (last) kept.push('')
      } else if (plain === '.') {
        if (last) kept.push('')
      } else kept.push(escape(part, '"#<>?`{}^'))
    })
    return '/' + kept.join('/')
  }

  const invalid = () => new TypeError('Invalid URL')

  /** Addresses with http and https, which are all that pages resolve. */
  class URL {
    #params
    #query = ''
    #fragment = ''

    constructor(url, base) {
      const text = wellFormed(url).replace(/^[\x00-\x20]+|[\x00-\x20]+$|[\t\n\r]/g, '')
      const own = /^(https?:)[\\/]*([^\\/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(text)
      if (own) {
        this.#take(own[1].toLowerCase(), own[2], own[3] || '/', own[4], own[5])
        return
      }
      if (/^[a-z][a-z0-9+.-]*:/i.test(text) || base === undefined) throw invalid()
      const from = new URL(base)
      const [, path, query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text)
      if (/^[\\/]{2}/.test(path)) {
        const [, host, rest] = /^[\\/]{2}([^\\/]*)(.*)$/s.exec(path)
        this.#take(from.protocol, host, rest || '/', query, hash)
      } else if (path === '')
        this.#take(from.protocol, from.host, from.pathname, query ?? from.search, hash)
      else if (/^[\\/]/.test(path)) this.#take(from.protocol, from.host, path, query, hash)
      else
        this.#take(
          from.protocol,
          from.host,
          from.pathname.replace(/[^/]*$/, '') + path,
          query,
          hash,
        )
    }

    #take(protocol, host, path, query = '', hash = '') {
      const found = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d*))?$/i.exec(host)
      if (!found) throw invalid()
      this.protocol = protocol
      this.hostname = found[1].toLowerCase()
      const usual = { 'http:': '80', 'https:': '443' }[protocol]
      this.port = !found[2] || Number(found[2]) === Number(usual) ? '' : String(Number(found[2]))
      this.pathname = resolvePath(path)
      this.#query = query && '?' + escape(query.slice(1), '"#<>\'')
      this.#fragment = hash && '#' + escape(hash.slice(1), '"<>`')
    }

    get search() {
      return this.#query === '?' ? '' : this.#query
    }
    get hash() {
      return this.#fragment === '#' ? '' : this.#fragment
    }
    get host() {
      return this.hostname + (this.port && ':' + this.port)
    }
    get origin() {
      return `${this.protocol}//${this.host}`
    }
    get href() {
      return this.origin + this.pathname + this.#query + this.#fragment
    }
    get searchParams() {
      return (this.#params ??= new URLSearchParams(this.search, () => {
        const query = this.#params.toString()
        this.#query = query && '?' + query
      }))
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
    static canParse(url, base) {
      try {
        return Boolean(new URL(url, base))
      } catch {
        return false
      }
    }
  }
  globalThis.URL = URL

  class AbortSignal {
    #listeners = new Set()
    aborted = false
    reason = undefined
    onabort = null
    addEventListener(type, listener) {
      if (type === 'abort' && listener) this.#listeners.add(listener)
    }
    removeEventListener(type, listener) {
      if (type === 'abort') this.#listeners.delete(listener)
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason
    }
    static end(signal, reason) {
      if (signal.aborted) return
      signal.aborted = true
      signal.reason = reason
      const event = { type: 'abort', target: signal }
      signal.onabort?.(event)
      for (const listener of signal.#listeners) {
        if (typeof listener === 'function') listener.call(signal, event)
        else listener.handleEvent(event)
      }
    }
  }
  globalThis.AbortController = class AbortController {
    signal = new AbortSignal()
    abort(reason = Object.assign(new Error('This operation was aborted'), { name: 'AbortError' })) {
      AbortSignal.end(this.signal, reason)
    }
  }
})()
