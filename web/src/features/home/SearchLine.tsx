import { Button, TextInput } from '../../ui'

/** A line for a search written as a sentence. The server reads it (internal/web/find.go). */
export function SearchLine() {
  return (
    <form action="/find" className="mb-2.5 flex gap-2.5 rounded-card bg-surface p-3.5 shadow-float">
      <TextInput
        name="q"
        aria-label="Your search in one line"
        placeholder="Lodge with hot tub near Whitby for 6"
        maxLength={300}
        required
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  )
}
