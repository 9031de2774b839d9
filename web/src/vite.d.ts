/// <reference types="vite/client" />

/** The site code that this build serves; fixed by the build. */
declare const __SITE_CODE__: string
