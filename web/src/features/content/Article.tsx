import { chunkOf, classes, componentOf, Html, LazyPart } from '../../ui'

const withPartsChunk = chunkOf(async () => (await import('./ArticleWithParts')).ArticleWithParts)
const ArticleWithParts = componentOf(withPartsChunk)

/** Whether a text has parts that are components: embedded pages, and 'Book now' buttons. */
const hasParts = (html: string) => /<iframe|class="book-now"/.test(html)

/** Loads the code that a text needs. Where that cannot be loaded, the text says so when it is shown. */
export async function loadArticle(html: string): Promise<void> {
  if (hasParts(html)) await withPartsChunk.load().catch(() => {})
}

/**
 * HTML of the CMS, which the server has sanitised and finished (internal/content/shown.go). Links within
 * the product navigate in place.
 */
export function Article({ html, className }: { html: string; className?: string }) {
  // Never as it is with an embedded page, which waits for consent.
  return hasParts(html) ? (
    <LazyPart wanted>
      <ArticleWithParts html={html} className={classes('article', className)} />
    </LazyPart>
  ) : (
    <Html html={html} look="article" className={className} />
  )
}
