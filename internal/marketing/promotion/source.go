package promotion

import "holidaymaker/internal/operations/livefile"

// Source returns the promotion as its file last was.
type Source = livefile.File[Promotion]

// Fixed returns a source whose promotion never changes.
func Fixed(p *Promotion) *Source { return livefile.Fixed(p) }

// Open returns the source of a file, which must be readable now.
func Open(file string) (*Source, error) { return livefile.Open("promotion", file, Parse) }
