/** A sentence about each channel's holidays, shown below the heading of its pages. */
export const CHANNEL_LEADS: Readonly<Record<string, string>> = {
  ukcaravan:
    'Caravans and chalets a short walk from the beach, beside the lake or up in the hills, on parks with plenty to do whatever the weather.',
  eurocaravan:
    'Mobile homes and chalets from the Brittany coast to the Adriatic, on parks with pools, shade and room for the whole family.',
  uklodge:
    'Timber lodges in woods, by lochs and under the fells, many with a hot tub on the deck and all with a proper kitchen.',
  ukcottages:
    'Cottages with gardens, log burners and thick walls, in fishing villages, market towns and at the end of quiet lanes.',
  uktouring:
    'Pitches for tents, touring caravans and motorhomes, with hot showers, level ground and somewhere good to walk to.',
  boats:
    'Narrowboats and cruisers on canals, rivers and the Broads: pick a route, take the tiller and stop where you like.',
}
