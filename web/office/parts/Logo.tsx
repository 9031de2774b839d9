import brand from '#brand'
import logo from '#logo'

const HEIGHT = 32

/** The brand's logo, for the bar. */
export function Logo() {
  const { logo: size, header, global } = brand.configuration
  return (
    <img
      src={logo}
      alt={global.brandName}
      height={HEIGHT}
      width={Math.round((size.width * HEIGHT) / header.logo.height)}
      className="logo"
    />
  )
}
