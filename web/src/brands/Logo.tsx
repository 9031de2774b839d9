import { brand, logoUrl } from '.'
import { LOGO_HEIGHT } from './configuration'

/**
 * The brand's logo. `kind` is its colour: 'dark' for light backgrounds, 'light'
 * for dark ones. `height` is in pixels; the width follows. `lazy`: it is loaded when it is about to
 * scroll into view.
 */
export function Logo({
  kind,
  height = LOGO_HEIGHT,
  lazy = false,
}: {
  kind: 'dark' | 'light'
  height?: number
  lazy?: boolean
}) {
  const width = Math.round((brand.logo.width * height) / brand.header.logo.height)
  return (
    <img
      src={logoUrl(kind)}
      alt={brand.global.brandName}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
      data-kind={kind}
      className="logo max-w-full object-contain"
    />
  )
}
