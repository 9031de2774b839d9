import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The median of some numbers. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

/** A number as text, without digits that are not significant. */
export function short(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return String(Number(value.toPrecision(3)))
}

/** Collects the figures of a run, and prints each figure that has a bar. */
export class Report {
  #bars = []

  /** A figure without a bar; it is printed at once. */
  note(line) {
    console.log(line)
  }

  /** A figure with a bar. Its bound is [number, 'least' or 'most']. */
  bar(name, value, [bound, side], unit = '') {
    const ok = side === 'least' ? value >= bound : value <= bound
    this.#bars.push({ name, value, bound, side, unit, ok })
  }

  /** Prints a table, then each bar in its own line; returns how many are not reached. */
  print() {
    console.log(`\n${machine()}\n\n| what | value | bar | |\n|---|---|---|---|`)
    for (const { name, value, bound, side, unit, ok } of this.#bars) {
      const sign = side === 'least' ? '≥' : '≤'
      console.log(
        `| ${name.replaceAll('_', ' ')} | ${short(value)} ${unit} | ${sign} ${bound} ${unit} | ${ok ? 'ok' : 'short'} |`,
      )
    }
    console.log()
    for (const { name, value, bound, ok } of this.#bars)
      console.log(`BAR ${name} ${short(value)} ${bound} ${ok ? 'ok' : 'short'}`)
    return this.#bars.filter(({ ok }) => !ok).length
  }
}

/** A description of the machine and its load. */
export function machine() {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  return `${model}, ${cpus().length} cores, Node ${process.version}, load ${readFileSync('/proc/loadavg', 'utf8').trim()}`
}
