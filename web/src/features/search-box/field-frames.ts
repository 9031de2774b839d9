/** Classes for the widths of the fields in the row from lg on, also of the native fields. */
export const channelFrame = 'lg:min-w-[176px] lg:flex-[1.05] xl:min-w-[236px]'
export const whereFrame = 'lg:flex-[1.25]'
export const whenFrame = 'lg:static lg:min-w-[124px] lg:flex-[0.9] xl:min-w-min'
export const partyFrame = 'lg:flex-[1.15]'
