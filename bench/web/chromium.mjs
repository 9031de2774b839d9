import { chromium } from 'playwright-core'

/** Starts the installed Chromium. With `port`, its debugger listens there. */
export function launch(port) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(port ? [`--remote-debugging-port=${port}`] : []),
    ],
    // Lighthouse checks it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}
