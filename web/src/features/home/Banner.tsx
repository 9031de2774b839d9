import type { BannerData } from '../../api'
import { AppLink, classes, Html } from '../../ui'
import { themeClasses } from './fields'

/** Shown for a banner without content (specification). */
const NO_COPY = 'Banner is active but no copy has been defined.'

/**
 * A block of text across the whole page (`fluid`) or only its content. With a `url` the whole block is
 * a link.
 */
export function Banner({ data }: { data: BannerData }) {
  const { fluid = false, bg, text, content, url } = data
  const theme = themeClasses(bg, text, { ground: 'dark', text: 'lighter' })
  const copy = (
    <Html
      html={content || NO_COPY}
      className={classes('py-4', fluid ? 'page-width' : 'px-5', url && 'hover:underline')}
    />
  )
  const box = classes('block min-h-[60px]', theme, !fluid && 'rounded-card')
  const banner = url ? (
    <AppLink href={url} className={box}>
      {copy}
    </AppLink>
  ) : (
    <div className={box}>{copy}</div>
  )
  return fluid ? banner : <div className="page-width">{banner}</div>
}
