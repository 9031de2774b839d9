import { useRef, useState, type ComponentProps } from 'react'
import { KEEP_SERVER_HTML, chunkOf, useLazyCode } from '../../ui'
import type NewsletterForm from './NewsletterForm'
import type { SignUp } from './signup'

type FormProps = ComponentProps<typeof NewsletterForm>

export const formChunk = chunkOf<FormProps>(async () => (await import('./NewsletterForm')).default)
if (__SERVER__) void formChunk.load()

/**
 * The form in the footer. The server renders it, and the browser sends it itself. Its code is loaded
 * when it is near the visible area, and replaces the server's HTML once no field has the focus. Where
 * the code cannot be loaded, the form stays as it is.
 */
export function FooterForm(props: Pick<FormProps, 'stage' | 'onSignedUp'>) {
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<SignUp>()
  const { Loaded: Form } = useLazyCode(place, formChunk, (element) => setTyped(typedInto(element)))
  return (
    // As high as the form, so that nothing moves when it appears.
    <div
      ref={place}
      className="min-h-[280px] md:min-h-[112px]"
      suppressHydrationWarning
      dangerouslySetInnerHTML={Form ? undefined : KEEP_SERVER_HTML}
    >
      {Form ? <Form {...props} source="footer" banded typed={typed} /> : undefined}
    </div>
  )
}

/** What a visitor has typed into the form that the server rendered, if there is one. */
function typedInto(element: HTMLElement): SignUp {
  const valueOf = (name: keyof SignUp) =>
    element.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? ''
  return { fname: valueOf('fname'), email: valueOf('email') }
}
