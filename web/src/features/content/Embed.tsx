import { useState } from 'react'
import { useSelector } from 'react-redux'
import { Button, useHost } from '../../ui'
import { PlayIcon } from '../../ui/icons'
import { selectConsent, type Choice, type ConsentState } from '../consent'
import { embedHost, isOwnHost } from './links'

/** The size of an embedded page that gives none. */
const WIDTH = '100%'
const HEIGHT = '500'

/** A width or height as HTML has it: a number of pixels or a percentage. */
function sizeOf(value: string | undefined, fallback: string): string {
  return value !== undefined && /^\d{1,4}%?$/.test(value) ? value : fallback
}

/**
 * A page of another site inside a text. It could set cookies, so a box of its size is shown until
 * the visitor has accepted cookies or pressed 'Load'. Its elements are allowed inside a paragraph.
 */
export function Embed({ attributes }: { attributes: Readonly<Record<string, string>> }) {
  const choice = useSelector((state: { consent: ConsentState }) => selectConsent(state))
  const pageHost = useHost()
  /** The visitor's choice about cookies when 'Load' was pressed; a new choice revokes the press. */
  const [choiceAtPress, setChoiceAtPress] = useState<Choice>()
  if (choiceAtPress !== undefined && choiceAtPress !== choice) setChoiceAtPress(undefined)
  const { src, title } = attributes
  const host = embedHost(src)
  if (host === undefined) return null
  const name = title?.trim() || `Content of ${host}`
  const size = {
    width: sizeOf(attributes.width, WIDTH),
    height: sizeOf(attributes.height, HEIGHT),
  }
  const isOwn = isOwnHost(host, pageHost)
  if (isOwn || choice === 'accepted' || choiceAtPress === choice) {
    return (
      // An embedded page of our own origin must not get allow-same-origin: it could remove its sandbox.
      <iframe
        {...size}
        src={src}
        title={name}
        sandbox={`allow-scripts${isOwn ? '' : ' allow-same-origin'} allow-popups`}
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
        className="embed"
      />
    )
  }
  return (
    <span className="embed relative rounded-card bg-sunk outline-[1.5px] -outline-offset-2 outline-field outline-dashed">
      {/* Reserves the size of the embedded page, because the policy refuses style attributes. */}
      <svg {...size} aria-hidden="true" className="block max-w-full" />
      <span className="absolute inset-0 flex flex-col items-center justify-center gap-3 overflow-hidden p-3 text-center">
        <PlayIcon size={24} aria-hidden="true" className="max-sm:hidden" />
        <span className="line-clamp-2 font-bold">{name}</span>
        <Button
          variant="secondary"
          aria-label={`Load ${name}`}
          onClick={() => setChoiceAtPress(choice)}
        >
          Load
        </Button>
      </span>
    </span>
  )
}
