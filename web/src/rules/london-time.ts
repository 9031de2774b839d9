const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 'HH:mm' in London at an instant. */
export function londonTime(epochMs: number): string {
  return clock.format(epochMs)
}
