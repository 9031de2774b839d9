/** The landing pages in the footers of BF and RP, each with the id of its page; SN and MT have none. */
export const LANDING_PAGES = {
  '/short-uk-breaks': 2522,
  '/summer-holidays-in-the-uk': 2647,
  '/luxury-lodges-by-the-sea': 2838,
  '/dog-friendly-lodges': 2652,
  '/uk-romantic-getaways': 2395,
  '/uk-family-holidays': 2399,
  '/luxury-uk-breaks': 2842,
  '/uk-coastal-breaks': 2800,
  '/uk-easter-breaks': 2811,
  '/family-lodges-uk': 2827,
  '/october-half-term-breaks': 2831,
}
