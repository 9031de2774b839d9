/** The value of a readable cookie; undefined where there is none. */
export function readCookie(name: string, cookies: string = document.cookie): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1]
}
