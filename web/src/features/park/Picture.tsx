import type { Image } from '../../api/schema'

/** Whether a picture's alternative text says more than the park's name. */
export function saysMore(image: Image, name: string): boolean {
  return image.alt !== '' && image.alt !== name && !image.alt.startsWith(`${name}, picture `)
}

/**
 * A picture with its size, so that nothing moves when it loads. Only the first one is loaded at
 * once.
 */
export function Picture({
  image,
  first,
  className,
}: {
  image: Image
  first?: boolean
  className: string
}) {
  return (
    <img
      src={image.src}
      alt={image.alt}
      width={image.w}
      height={image.h}
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={className}
    />
  )
}
