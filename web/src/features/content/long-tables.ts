/**
 * A table with more HTML than this is put into the page as it is. As elements, its thousands of cells
 * would take the server seconds to parse and render.
 */
const MAX_PARSED = 10_000

const START = '<table'
const END = '</table>'

/**
 * Takes the long tables out of HTML of the CMS. Each is replaced by an empty table with its index in the
 * attribute data-long. Tables in tables stay, and so do tables with embedded pages, which wait for
 * consent.
 */
export function takeLongTables(html: string): { rest: string; tables: readonly string[] } {
  const tables: string[] = []
  let rest = ''
  let copied = 0
  for (let start = html.indexOf(START); start >= 0; start = html.indexOf(START, start)) {
    const end = html.indexOf(END, start) + END.length
    if (end < start) break
    const table = html.slice(start, end)
    if (table.length > MAX_PARSED && !table.includes(START, 1) && !table.includes('<iframe')) {
      rest += `${html.slice(copied, start)}${START} data-long="${tables.length}">${END}`
      tables.push(table)
      copied = end
    }
    start = end
  }
  return { rest: rest + html.slice(copied), tables }
}
