import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The sources with an ending, by path below src. */
function sources(ending: RegExp): Readonly<Record<string, string>> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    files
      .filter((file) => ending.test(file) && !file.includes('.test.'))
      .map((file) => [file, readFileSync(`src/${file}`, 'utf8')]),
  )
}

const components = sources(/\.tsx$/)
const styles = sources(/\.css$/)

/** Every match of a pattern in a set of files, with the file that has it. */
function find(files: Readonly<Record<string, string>>, pattern: RegExp): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map(([found, name]) => `${file}: ${name ?? found.trim()}`),
  )
}

describe('type sizes', () => {
  it('come from the tokens in components', () => {
    expect(Object.keys(components).length).toBeGreaterThan(50)
    const scripts = sources(/\.tsx?$/)
    expect(find(scripts, /\btext-\[[^\]]*\d[^\]]*\]|\bfont(?:Size|-size)\b/g)).toEqual([])
  })

  it('come from the tokens in style sheets', () => {
    expect(Object.keys(styles).length).toBeGreaterThan(2)
    expect(find(styles, /^\s*font-size:(?!\s*var\(--).*$/gm)).toEqual([])
    expect(find(styles, /^\s*font:(?!\s*inherit;).*$|\btext-\[.*$/gm)).toEqual([])
  })

  it('are in rem, so that the font size of the browser enlarges them', () => {
    const [tokens = ''] = readFileSync('src/ui/type.css', 'utf8').split(':root')
    expect(tokens.match(/--text-[a-z0-9-]+:.*rem/g)?.length).toBeGreaterThan(25)
    expect(tokens.match(/--(?:text|leading)-[^:]+:.*\dpx.*/g)).toBeNull()
    expect(find(components, /\b(?:text-[a-z-]+\/|leading-)\[[^\]]*px\]/g)).toEqual([])
    expect(find(styles, /^\s*line-height:.*px.*$/gm)).toEqual([])
  })

  it('use names that the tokens have', () => {
    const css = Object.values(styles).join('\n')
    const known = new Set(
      [...css.matchAll(/(?:--text-|--color-|@utility text-)([a-z0-9-]+)/g)].map(([, name]) => name),
    )
    for (const word of ['left', 'right', 'center', 'balance', 'ellipsis']) known.add(word)
    const used = find(components, /(?<=['"` :])text-([a-z][a-z0-9-]*)(?=[ '"`/])/g)
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter((use) => !known.has(use.split(': ')[1] ?? ''))).toEqual([])
  })
})
