import { LoadingError } from '../../ui'
import { Article } from './Article'
import type { PageQuery } from './calls'
import { headOf, useContentPage } from './ContentPage'

/** A content page as a part of another page, with a label. Nothing is shown if there is no such page. */
export function PageText({ query, label }: { query: PageQuery; label: string }) {
  const { data, error, retry } = useContentPage(query)
  if (data === null) return null
  const lead = data && headOf(data).lead
  return (
    <LoadingError fetching={data === undefined} error={error} onRetry={retry} loaded={!!data}>
      {data ? (
        <section aria-label={label} className="mt-section">
          {lead ? <p className="max-w-[680px] text-standfirst">{lead}</p> : null}
          <Article html={data.content.rendered} className="mt-5 max-w-[680px] text-article" />
        </section>
      ) : null}
    </LoadingError>
  )
}
