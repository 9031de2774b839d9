/** The results pages' own text where what they are made of could not be loaded. */
export const LOAD_ERROR = 'There was an error while loading the search results. Please try again.'
