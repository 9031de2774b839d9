/**
 * The names of what flags, campaigns, events and tags keep, as cookies or in storage. All other names
 * are the site's own, or those of the newspaper under whose domain it is.
 */
export const measuring =
  /^(?:(?:gbuuid|gbFeaturesCache|campaign|awc-sent|pending-events|sent-events)(?:=|$)|growthbook|_ga|_gid|_gat|_gcl|_fb[pc]|_uet|_tt|_hj|_cl[cs]k|__utm)/
