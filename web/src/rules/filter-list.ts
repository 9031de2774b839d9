// The filters of the results as the server lists them, and one for each operator (specification,
// part 1, 'Filters').

/** A filter as the server sends it: numeric with `compare`, otherwise boolean. */
export interface FilterEntry {
  name: string
  group: string
  compare?: string
  field?: string
  options?: number[]
}

/** A filter with its id (its index in the list) and type. */
export interface Filter extends FilterEntry {
  id: number
  type: 'bFilt' | 'nFilt'
  /** The operator's id, for a filter of group 5. */
  opId?: string
}

/** The group of what a unit type has, not its park. */
export const ACCOMMODATION_GROUP = '2'
/** The group that lists the channel's operators. */
export const OPERATOR_GROUP = '5'

/** Adds an id and a type to each filter. */
export function typedFilters(entries: readonly FilterEntry[]): Filter[] {
  return entries.map((entry, id) => ({
    ...entry,
    id,
    type: entry.compare === undefined ? 'bFilt' : 'nFilt',
  }))
}

/** The list, followed by one boolean filter for each operator. */
export function withOperators(
  filters: readonly Filter[],
  operators: readonly { opId: string; name: string }[],
): Filter[] {
  return [
    ...filters,
    ...operators.map(({ opId, name }, index): Filter => ({
      id: filters.length + index,
      type: 'bFilt',
      name,
      group: OPERATOR_GROUP,
      opId,
    })),
  ]
}
