import { useErrorShown } from './LoadingError'
import { Notice } from './Notice'

/** Why a form was not accepted, one text a line; nothing where there is no text. What was typed stays. */
export function SubmitError({
  texts,
  className,
}: {
  texts: readonly string[]
  className?: string
}) {
  useErrorShown(texts.length > 0 ? texts.join('; ') : undefined)
  if (texts.length === 0) return null
  return (
    <Notice kind="danger" live className={className}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
