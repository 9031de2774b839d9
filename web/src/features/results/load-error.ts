/** The results pages' text when their data could not be loaded. */
export const LOAD_ERROR = 'There was an error while loading the search results. Please try again.'
