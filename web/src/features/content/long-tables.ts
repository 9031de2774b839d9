/**
 * A table with more HTML than this is put into the page as it is. As elements, its thousands of cells
 * would take the server seconds to parse and render.
 */
const LONG = 10_000

const START = '<table'
const END = '</table>'

/**
 * HTML of the CMS with an empty table in the place of each long one, which has the long one's number in
 * the attribute data-long; and the long ones. Tables in tables and those with embedded pages, which
 * wait for consent, stay.
 */
export function takeLongTables(html: string): { rest: string; tables: readonly string[] } {
  const tables: string[] = []
  let rest = ''
  let copied = 0
  for (let at = html.indexOf(START); at >= 0; at = html.indexOf(START, at)) {
    const end = html.indexOf(END, at) + END.length
    if (end < at) break
    const table = html.slice(at, end)
    if (table.length > LONG && !table.includes(START, 1) && !table.includes('<iframe')) {
      rest += `${html.slice(copied, at)}${START} data-long="${tables.length}">${END}`
      tables.push(table)
      copied = end
    }
    at = end
  }
  return { rest: rest + html.slice(copied), tables }
}

/** The HTML of a table's caption; '' without one. */
export function captionIn(table: string): string {
  return /<caption[^>]*>(.*?)<\/caption>/s.exec(table)?.[1] ?? ''
}
