/** The country preselected in a form. Its postcodes must match the UK pattern. */
export const UK_COUNTRY = 'CNUK'
