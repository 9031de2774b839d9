import { errorMessages, type RequestError, showsCodes } from '../../api'
import { Notice, useErrorShown } from '../../ui'

/**
 * Why a form could not be saved: the screen's own text, then the server's messages. The typed
 * values stay.
 */
export function SubmitError({ error, own }: { error: RequestError | undefined; own?: string }) {
  const said = errorMessages(error, showsCodes(error))
  const texts = error && said.length > 0 ? [...new Set([...(own ? [own] : []), ...said])] : []
  useErrorShown(texts.length > 0 ? texts.join('; ') : undefined)
  if (texts.length === 0) return null
  return (
    <Notice kind="danger" live className="mt-5">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
