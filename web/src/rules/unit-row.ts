/** The id of the row of a unit type among a park's prices. */
export const unitRowId = (unitType: string): string => `unit-${unitType}`
