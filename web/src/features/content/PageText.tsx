import { LoadingError } from '../../ui'
import { Article } from './Article'
import type { PageAsked } from './calls'
import { headOf, useContentPage } from './ContentPage'

/** A content page as a part of another page. Nothing is shown if there is no such page. */
export function PageText({ asked }: { asked: PageAsked }) {
  const { data, error, retry } = useContentPage(asked)
  if (data === null) return null
  return (
    <LoadingError fetching={data === undefined} error={error} onRetry={retry} loaded={!!data}>
      {data ? (
        <section aria-label="About these holidays" className="mt-11 lg:mt-16">
          <p className="max-w-[680px] text-standfirst">{headOf(data).lead}</p>
          <Article html={data.content.rendered} className="mt-5 max-w-[680px] text-article" />
        </section>
      ) : null}
    </LoadingError>
  )
}
