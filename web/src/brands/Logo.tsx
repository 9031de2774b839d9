import { brand, logoUrl } from '.'
import { LOGO_HEIGHT } from './configuration'

/**
 * The brand's logo. `kind` names the file: 'dark' for light grounds, 'light'
 * for dark ones. 32 px high unless another height is given; never distorted.
 */
export function Logo({ kind, height = LOGO_HEIGHT }: { kind: 'dark' | 'light'; height?: number }) {
  const width = Math.round((brand.logo.width * height) / brand.header.logo.height)
  return (
    <img
      src={logoUrl(kind)}
      alt={brand.global.brandName}
      width={width}
      height={height}
      className="max-w-full object-contain"
    />
  )
}
