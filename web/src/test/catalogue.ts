import type { InitData, Operator, Region } from '../api'

/** A region as the catalogue has it. */
export function region(id: string, name: string, own: Partial<Region> = {}): Region {
  const rest = { desc: '', dogs: 'Y', parkCount: 5, country: 'GB', image: '', lat: '', lon: '' }
  return { id, name, ...rest, ...own }
}

/** An operator as the catalogue has it. */
export function operator(opId: string, name: string, own: Partial<Operator> = {}): Operator {
  return { opId, name, party: 'false', logo: '', url: '', affiliate: 'false', desc: '', ...own }
}

/** A small, complete answer of the init call, with some fields set by the test. */
export function initData(own: Partial<InitData> = {}): InitData {
  return {
    siteCode: 'MT',
    today: '21/11/2026',
    homepageLayout: [],
    promotion: { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 0, papercodes: {} },
    flags: { host: '', clientKey: 'sdk-mt', isWorldpayOn: true, isPaypalOn: true },
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
          region(String(index + 1), name, { parkCount: 90 - index }),
        ]),
      ),
    },
    operators: { ukcaravan: [operator('HAV', 'Havenly')] },
    operatorDeposits: { HAV: { type: 'fixed', value: 49, compulsory: 0, balanceDueDays: 70 } },
    offers: [{ urn: 'OFF101', offer: 'Kids go free' }],
    ...own,
  }
}
