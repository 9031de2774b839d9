/**
 * 'South & West Wales' becomes 'south-and-west-wales', the last part of a region's or park's URL.
 */
export function slugify(name: string): string {
  return name
    .replaceAll('&', ' and ')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/['’‘ʼ]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

/** 'sandy-bay' becomes 'Sandy Bay', a readable name to show until the park is loaded. */
export function nameFromSlug(slug: string): string {
  return slug
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
