// Globals that the bundle needs and that this small engine does not have.
globalThis.self = globalThis
globalThis.process = { env: { NODE_ENV: 'production' } }
// Pages drawn on the server must not use Intl, because the engine has no
// locales.
globalThis.Intl = Object.fromEntries(
  ['DateTimeFormat', 'NumberFormat', 'PluralRules', 'Collator', 'ListFormat'].map((name) => [
    name,
    class {
      format() {
        throw new Error(`Intl.${name} is not there when the server draws a page`)
      }
    },
  ]),
)
globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} }
globalThis.setTimeout = () => 0
globalThis.clearTimeout = () => {}
globalThis.setInterval = () => 0
globalThis.clearInterval = () => {}
globalThis.queueMicrotask = (task) => void Promise.resolve().then(task)
globalThis.performance = { now: () => 0 }
globalThis.MessageChannel = class {
  constructor() {
    this.port1 = {}
    this.port2 = { postMessage() {} }
  }
}
globalThis.TextEncoder = class {
  encode(text) {
    return { length: text.length }
  }
}
globalThis.URLSearchParams = class URLSearchParams {
  constructor(from = '') {
    this.pairs = []
    if (typeof from === 'string') {
      const decode = (text) => decodeURIComponent(text.replace(/\+/g, ' '))
      for (const pair of from.replace(/^\?/, '').split('&')) {
        if (pair === '') continue
        const at = pair.indexOf('=')
        try {
          this.pairs.push(
            at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))],
          )
        } catch {
          this.pairs.push([pair, ''])
        }
      }
    } else if (from[Symbol.iterator]) for (const [k, v] of from) this.pairs.push([String(k), String(v)])
    else for (const k of Object.keys(from)) this.pairs.push([k, String(from[k])])
  }
  get(name) { return this.pairs.find(([k]) => k === name)?.[1] ?? null }
  getAll(name) { return this.pairs.filter(([k]) => k === name).map(([, v]) => v) }
  has(name) { return this.pairs.some(([k]) => k === name) }
  append(name, value) { this.pairs.push([name, String(value)]) }
  delete(name) { this.pairs = this.pairs.filter(([k]) => k !== name) }
  set(name, value) {
    const at = this.pairs.findIndex(([k]) => k === name)
    if (at < 0) return this.append(name, value)
    this.pairs[at][1] = String(value)
    this.pairs = this.pairs.filter(([k], i) => k !== name || i === at)
  }
  get size() { return this.pairs.length }
  forEach(fn) { for (const [k, v] of this.pairs) fn(v, k, this) }
  keys() { return this.pairs.map(([k]) => k)[Symbol.iterator]() }
  values() { return this.pairs.map(([, v]) => v)[Symbol.iterator]() }
  entries() { return this.pairs.map(([k, v]) => [k, v])[Symbol.iterator]() }
  [Symbol.iterator]() { return this.entries() }
  toString() {
    const encode = (text) =>
      encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase())
    return this.pairs.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&')
  }
}
globalThis.URL = class URL {
  constructor(url, base) {
    const text = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : (base ?? '').replace(/^([a-z]+:\/\/[^/]*).*$/i, '$1') + url
    const m = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text)
    if (!m) throw new TypeError('Invalid URL: ' + url)
    ;[, this.protocol, this.host = '', this.pathname, this.search = '', this.hash = ''] = m
    this.hostname = this.host
    this.origin = this.protocol + '//' + this.host
    this.href = text
  }
  get searchParams() { return new URLSearchParams(this.search) }
  toString() { return this.href }
}
globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value))
globalThis.AbortController = class AbortController {
  constructor() {
    const ended = []
    this.signal = {
      aborted: false,
      addEventListener: (_, listener) => ended.push(listener),
      removeEventListener: (_, listener) => ended.splice(ended.indexOf(listener), 1),
    }
    this.abort = () => {
      if (this.signal.aborted) return
      this.signal.aborted = true
      for (const listener of ended.splice(0)) listener()
    }
  }
}
