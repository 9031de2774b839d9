/** Sets a cookie of this site, for some seconds. An age of 0 removes it. */
export function writeCookie(name: string, value: string, maxAge: number, domain = ''): void {
  document.cookie = `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax; Secure${domain}`
}
