/** The value of a readable cookie; undefined where there is none. */
export function readCookie(name: string, cookies: string = document.cookie): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1]
}

/** Sets a cookie of this site, for some seconds. An age of 0 removes it. */
export function writeCookie(name: string, value: string, maxAge: number, domain = ''): void {
  document.cookie = `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax; Secure${domain}`
}
