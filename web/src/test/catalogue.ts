import type { InitData } from '../api'

/** An answer of the init call, small and complete, with a few fields of a test's own. */
export function initData(own: Partial<InitData> = {}): InitData {
  return {
    siteCode: 'MT',
    today: '21/11/2026',
    homepageLayout: [],
    promotion: { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 0, papercodes: {} },
    channels: [
      { code: 'boats', name: 'Boating Holidays', key: 'BOA' },
      { code: 'eurocaravan', name: 'European Holiday Parks', key: 'EUC' },
      { code: 'ukcaravan', name: 'UK Holiday Parks', key: 'UKC' },
      { code: 'ukcottages', name: 'UK Cottages', key: 'UCT' },
      { code: 'uklodge', name: 'UK Lodge Breaks', key: 'UKL' },
      { code: 'uktouring', name: 'UK Camping & Touring Parks', key: 'UTR' },
    ],
    Filters: [
      { name: 'Indoor pool', group: '1' },
      { name: 'Bedrooms', group: '2', compare: '>=', field: 'bedrooms', options: [1, 2, 3] },
    ],
    bFilters: [0, 0, 1],
    nFilters: [1, 0, 1],
    filterGroups: { '1': { name: 'On the park' }, '5': { name: 'Park operators' } },
    regions: {
      ukcaravan: Object.fromEntries(
        [
          'Cornwall',
          'Devon',
          'Dorset',
          'Kent',
          'Norfolk',
          'Suffolk',
          'Wales',
          'Yorkshire',
          'Essex',
        ].map((name, index) => [
          String(index + 1),
          { id: String(index + 1), name, desc: '', dogs: 'Y', parkCount: 90 - index },
        ]),
      ),
    },
    operators: { ukcaravan: [{ opId: 'HAV', name: 'Havenly', party: 'false' }] },
    operatorDeposits: { HAV: { type: 'fixed', value: 49, compulsory: 0, balanceDueDays: 70 } },
    offers: [{ urn: 'OFF101', offer: 'Kids go free' }],
    ...own,
  }
}
