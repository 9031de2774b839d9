import { errorMessages, type RequestError, showsCodes } from '../../api'
import { Notice, useErrorShown } from '../../ui'

/**
 * Why a form could not be saved: `text`, then the server's messages. The typed values stay in the
 * form.
 */
export function SubmitError({ error, text }: { error: RequestError | undefined; text?: string }) {
  const messages = errorMessages(error, showsCodes(error))
  const texts =
    error && messages.length > 0 ? [...new Set([...(text ? [text] : []), ...messages])] : []
  useErrorShown(texts.length > 0 ? texts.join('; ') : undefined)
  if (texts.length === 0) return null
  return (
    <Notice kind="danger" live className="mt-5">
      {texts.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}
