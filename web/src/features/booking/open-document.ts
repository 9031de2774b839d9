import { createContext } from 'react'
import { openDocument } from '../../ui'

/**
 * Opens a path as a new document. If `replace` is set, it replaces the current entry in the
 * history. The card form is never in the same document as other pages. What the visitor typed is
 * kept in session storage.
 */
export const OpenDocument = createContext<(path: string, replace?: boolean) => void>(openDocument)
