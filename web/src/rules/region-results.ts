/** The address of the results of a region; everything else is as in the visitor's last search. */
export function regionResults(channelId: string, regionId: string): string {
  return `/results?${new URLSearchParams({ channel: channelId, region: regionId }).toString()}`
}
