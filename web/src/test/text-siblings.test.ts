import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { textsThatBreak } from './text-siblings'

const breaks = (jsx: string) => textsThatBreak('a.tsx', `const a = ${jsx}`).length > 0

describe('texts that break in a page that the browser translates', () => {
  it.each([
    ['<p><Icon />{some && "text"}</p>'],
    ['<p>Filters{count > 0 ? ` ${count}` : ""}</p>'],
    ['<p><b />{some ? "text" : <i />}</p>'],
    ['<p>{some ? <b /> : null} text</p>'],
    ['<p>{some && <b />}{" / "}<i /></p>'],
    ['<p>{some ? <>{" / "}<b /></> : null}<i /></p>'],
    ['<>{some ? "text" : null}</>'],
  ])('are found: %s', (jsx) => {
    expect(breaks(jsx)).toBe(true)
  })

  it.each([
    ['<p>{some ? "text" : ""}</p>'],
    ['<p><Icon /><span>{some && "text"}</span></p>'],
    ['<p>{`Filters${count > 0 ? ` ${count}` : ""}`}</p>'],
    ['<p>Text {some ? <b /> : null}</p>'],
    ['<p>{open ? "Close" : "Menu"} all</p>'],
    ['<p>{some ? <span>{" / "}<b /></span> : null}<i /></p>'],
  ])('are not: %s', (jsx) => {
    expect(breaks(jsx)).toBe(false)
  })

  it('are in no component', () => {
    const files = ['src', 'office'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx') && !/(?:^test\/|\.test\.)/.test(file))
        .map((file) => `${folder}/${file}`),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => textsThatBreak(file, readFileSync(file, 'utf8')))).toEqual([])
  })
})
