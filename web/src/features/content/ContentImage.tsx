import { brand } from '../../brands'
import type { Picture } from './wire'

/** A picture of the CMS, or the brand's placeholder where there is none or it does not load. */
export function ContentImage({
  picture,
  sizes,
  eager = false,
  className,
}: {
  picture: Picture | undefined
  /** How wide it is shown, as in an img's sizes. */
  sizes: string
  /** It is in view when the page opens. */
  eager?: boolean
  className: string
}) {
  const placeholder = `/${brand.siteCode}/placeholder.svg`
  const fallBack = (image: HTMLImageElement) => {
    // Otherwise the browser would stay with a picture's source, or with the srcset.
    const others = image.closest('picture')?.querySelectorAll('source') ?? []
    for (const one of [image, ...others]) one.removeAttribute('srcset')
    if (!image.src.endsWith(placeholder)) image.src = placeholder
  }
  return (
    <img
      src={picture?.src ?? placeholder}
      srcSet={picture?.srcSet}
      sizes={picture?.srcSet ? sizes : undefined}
      alt={picture?.alt ?? ''}
      width={picture?.w ?? 1200}
      height={picture?.h ?? 675}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={({ currentTarget }) => fallBack(currentTarget)}
      ref={(image) => {
        // The picture may have failed before the page was interactive.
        if (image?.complete && image.naturalWidth === 0) fallBack(image)
      }}
      className={`bg-skeleton object-cover ${className}`}
    />
  )
}
