import { createContext } from 'react'

/**
 * Opens a path as a document of its own, in place of the present page's entry
 * in the history if `replace` is set. The card form never shares a document
 * with other pages. What the visitor typed is kept in session storage.
 */
export const OpenDocument = createContext<(path: string, replace?: boolean) => void>(
  (path, replace) => {
    if (replace) window.location.replace(path)
    else window.location.assign(path)
  },
)
