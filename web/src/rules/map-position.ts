/** A park's coordinates; undefined when one is missing or not a number, or when both are 0. */
export function mapPosition(park: {
  lat?: string | number
  lon?: string | number
}): { lat: number; lon: number } | undefined {
  const lat = coordinate(park.lat)
  const lon = coordinate(park.lon)
  return lat === undefined || lon === undefined || (lat === 0 && lon === 0)
    ? undefined
    : { lat, lon }
}

function coordinate(value: string | number | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
