import type { Challenge } from '../../api/schema'

const FRAME = 'bank'

/** What the bank's page may do. When it has finished, it redirects our whole page (allow-top-navigation). */
const SANDBOX = 'allow-scripts allow-forms allow-same-origin allow-popups allow-top-navigation'

/** Submits a form as soon as it is mounted. */
const submitNow = (form: HTMLFormElement | null) => form?.submit()

/** The frame in which the bank asks the visitor to approve the payment. */
export function ChallengeFrame({ challenge }: { challenge: Challenge }) {
  const { url, jwt, md, width, height } = challenge
  return (
    <div className="-mx-gutter border-y border-field bg-surface">
      <iframe
        name={FRAME}
        title="Security check by your bank"
        sandbox={SANDBOX}
        height={height}
        // Allowed here, because this page is never rendered on the server.
        style={{ maxWidth: width }}
        className="mx-auto block w-full max-[399px]:max-w-none!"
      />
      {/* The key mounts a new form, and so submits it, for a new challenge. */}
      <form key={jwt} ref={submitNow} method="POST" action={url} target={FRAME} hidden>
        <input type="hidden" name="JWT" value={jwt} />
        <input type="hidden" name="MD" value={md} />
      </form>
    </div>
  )
}
