/** Icons that only payment pages use. */
export { Lock as LockIcon } from 'lucide-react'
