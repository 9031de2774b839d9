import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The middle of some numbers. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

/** A number as it is shown: no digits that mean nothing. */
export function short(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return String(Number(value.toPrecision(3)))
}

/** Gathers what a run measured, and prints each figure that has a bar. */
export class Report {
  #bars = []

  /** A figure beside the bars, shown at once. */
  note(line) {
    console.log(line)
  }

  /** A figure with its bound: [number, 'least' or 'most']. */
  bar(name, value, [bound, side], unit = '') {
    const ok = side === 'least' ? value >= bound : value <= bound
    this.#bars.push({ name, value, bound, side, unit, ok })
  }

  /** Prints a table, then each bar on a line of its own; answers how many fall short. */
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

/** What the run runs on, and how busy that is. */
export function machine() {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  return `${model}, ${cpus().length} cores, Node ${process.version}, load ${readFileSync('/proc/loadavg', 'utf8').trim()}`
}
