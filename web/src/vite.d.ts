/// <reference types="vite/client" />

/** The first eight hex digits of the SHA-256 of the brand's logos; fixed by the build. */
declare const __LOGO_VERSIONS__: Readonly<Record<'dark' | 'light', string>>

/** The address of the file with the icons of features; fixed by the build. */
declare const __FEATURE_ICONS__: string

/** The brand of this build, computed at build time (brand.config.ts). */
declare module '#brand' {
  const built: import('./brands/definition').Brand
  export default built
}

/** True in the build with which the server renders pages. */
declare const __SERVER__: boolean

/** The address of the brand's logo for dark backgrounds, as a file of the bundle. */
declare module '#logo' {
  const address: string
  export default address
}
