// Globals that the bundle needs and that this small engine does not have.
globalThis.self = globalThis
globalThis.process = { env: { NODE_ENV: 'production' } }
// Pages rendered on the server must not use Intl, because the engine has no
// locales.
globalThis.Intl = Object.fromEntries(
  ['DateTimeFormat', 'NumberFormat', 'PluralRules', 'Collator', 'ListFormat'].map((name) => [
    name,
    class {
      format() {
        throw new Error(`Intl.${name} is not there when the server renders a page`)
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
globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value))
