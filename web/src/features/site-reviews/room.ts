/** The space of the reviews, which are below one another on a phone: nothing moves when they arrive. */
export const ROOM = 'min-h-[525px] md:min-h-[268px]'
