import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { breakpoints } from './screen'

const styles = readFileSync('src/ui/styles.css', 'utf8')

it('[PAGE-25] the breakpoints are 576, 768, 992 and 1200 pixels, in CSS and in TypeScript', () => {
  expect(breakpoints).toEqual({ sm: 576, md: 768, lg: 992, xl: 1200 })
  const inStyles = [...styles.matchAll(/--breakpoint-(\w+): (\d+)px/g)]
  expect(Object.fromEntries(inStyles.map(([, name, px]) => [name, Number(px)]))).toEqual(
    breakpoints,
  )
})

it('[PAGE-26] fades last 300 ms', () => {
  const fades = [...styles.matchAll(/animation: fade\S* (\S+)/g)].map(([, time]) => time)
  expect(fades.length).toBeGreaterThan(0)
  expect(new Set(fades)).toEqual(new Set(['300ms']))
})
