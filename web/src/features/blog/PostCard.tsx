import { AppLink, buttonClasses, classes } from '../../ui'
import { ContentImage, type BlogPost } from '../content'

/** A post in the list. The whole card leads to it. The first one is wide. */
export function PostCard({
  post,
  first,
  eager,
}: {
  post: BlogPost
  first: boolean
  eager: boolean
}) {
  const title = post.title.plain
  return (
    <article
      className={classes(
        'card group relative flex h-full flex-col hover:border-ink',
        first && 'md:flex-row md:items-center',
      )}
    >
      <div
        className={classes(
          'card-picture',
          first && 'md:my-(--print-margin) md:w-[57%] md:shrink-0',
        )}
      >
        <ContentImage
          picture={post.featured}
          sizes={
            first
              ? '(width < 768px) 100vw, 57vw'
              : '(width < 768px) 100vw, (width < 992px) 50vw, 400px'
          }
          eager={eager}
          className={classes('w-full', first ? 'aspect-[13/8]' : 'aspect-3/2')}
        />
      </div>
      <div
        className={classes(
          'card-text flex min-w-0 flex-1 flex-col pt-3 pb-4',
          first && 'md:flex-none md:shrink! md:grow! md:p-11!',
        )}
      >
        <h2
          className={classes(
            'font-bold break-words group-hover:underline',
            first ? 'display text-h2' : 'text-h3',
          )}
        >
          {title}
        </h2>
        <p className={classes('mt-2 line-clamp-2 break-words', first ? 'text-lead' : 'text-muted')}>
          {post.excerpt.plain}
        </p>
        <p className={classes('mt-auto pt-2', first && 'md:mt-4')}>
          <AppLink
            href={`/blog/${post.slug}`}
            className={classes(
              'after:absolute after:inset-0',
              first
                ? buttonClasses({ variant: 'secondary' })
                : 'text-link inline-flex min-h-11 items-center font-semibold',
            )}
          >
            Read More<span className="sr-only">: {title}</span>
          </AppLink>
        </p>
      </div>
    </article>
  )
}
