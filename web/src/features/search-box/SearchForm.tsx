import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { useNavigate } from '../../router'
import { nightsHelp } from '../../rules/nights'
import { BOATS_PARTY_NOTE } from '../../rules/party'
import { Button, Checkbox, Notice, classes } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import {
  isDurationAvailable,
  selectCanSearch,
  selectForm,
  petFriendlyChosen,
  submitSearch,
} from '../search'
import { selectAsksToSignUp, SignUpFields } from '../newsletter'
import { ChannelField } from './ChannelField'
import { NativeDogs, NativeFields, NativeFlexibleDates } from './NativeFields'
import { Cell } from './FieldFrame'
import { NightsField } from './NightsField'
import { PartyField } from './PartyField'
import { WhenField } from './WhenField'
import { WhereField } from './WhereField'

/** The search form: one row from lg on, stacked below lg and in the phone's modal. */
export function SearchForm({
  inModal = false,
  native = false,
  onSubmitted,
}: {
  inModal?: boolean
  /**
   * Show the form as the server rendered it: with the browser's own controls, submitted by the browser.
   */
  native?: boolean
  /** Called when the visitor has started a search. */
  onSubmitted?: () => void
}) {
  const form = useSelector(selectForm)
  const canSearch = useSelector(selectCanSearch)
  const [signUpOpen, setSignUpOpen] = useState(false)
  const errorId = useId()
  const row = !inModal
  const disabled = !native && !canSearch

  const { busy, submit, onAwait } = useSubmit({ native, onSubmitted })

  return (
    <>
      <form
        role="search"
        aria-label="Find a holiday"
        action="/results"
        autoComplete="off"
        noValidate={!native}
        onSubmit={(event) => void submit(event)}
      >
        <div
          className={classes(
            'search-grid',
            row && 'lg:flex-nowrap lg:gap-0 lg:rounded-field lg:border lg:border-field',
          )}
        >
          {native ? (
            <ServerOnly>{__SERVER__ ? <NativeFields /> : null}</ServerOnly>
          ) : (
            <Fields
              inModal={inModal}
              errorId={errorId}
              onAwait={onAwait}
              onSearched={onSubmitted}
            />
          )}
          {row ? <SearchButton disabled={disabled} busy={busy} className="max-lg:hidden" /> : null}
        </div>
        {form.isPartyInvalid ? <Notice className="mt-2.5">{BOATS_PARTY_NOTE}</Notice> : null}
        {/* The message has its height even when it is empty, so that nothing moves. */}
        <div
          className={classes(
            'search-options',
            row && 'lg:mt-2 lg:flex lg:items-center lg:justify-between lg:gap-7',
          )}
        >
          <NightsMessage id={errorId} row={row} />
          <Options native={native} signUpOpen={signUpOpen} onSignUp={setSignUpOpen} />
        </div>
        <SearchButton
          disabled={disabled}
          busy={busy}
          className={classes('mt-2.5 w-full', row && 'lg:hidden')}
        />
      </form>
      {signUpOpen ? (
        <div className="mt-4 border-t border-line pt-4 empty:hidden">
          <SignUpFields source="search_box" />
        </div>
      ) : null}
    </>
  )
}

/** Submits the form. It is busy while it waits for the typed place, or for the flags. */
function useSubmit({
  native,
  onSubmitted,
}: {
  native: boolean
  onSubmitted: (() => void) | undefined
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const canSearch = useSelector(selectCanSearch)
  const awaited = useRef<Promise<boolean>>(undefined)
  const [busy, setBusy] = useState(false)
  const search = async () => {
    const submitted = dispatch(
      submitSearch({
        navigate,
        scrollToTop: () => window.scrollTo(0, 0),
      }),
    )
    if (submitted) {
      // The modal stays while its button is busy.
      setBusy(true)
      await submitted
      setBusy(false)
    }
    onSubmitted?.()
  }
  const submit = async (event: FormEvent) => {
    if (native) return
    event.preventDefault()
    if (!canSearch || busy) return
    if (awaited.current) {
      // A place that was typed just before is searched for as soon as it is known.
      setBusy(true)
      const known = await awaited.current
      setBusy(false)
      if (!known) return
    }
    await search()
  }
  return {
    busy,
    submit,
    onAwait: (search: Promise<boolean> | undefined) => {
      awaited.current = search
    },
  }
}

/** Says that the chosen nights are not available, and which ones are: from lg on beside the checkboxes. */
function NightsMessage({ id, row }: { id: string; row: boolean }) {
  const form = useSelector(selectForm)
  return (
    <p
      id={id}
      role="status"
      className={classes(
        'mt-1 min-h-5 text-detail/5 font-semibold text-danger',
        row && 'lg:order-1 lg:mt-0',
      )}
    >
      {isDurationAvailable(form) ? '' : nightsHelp(form.duration, form.availableDurations)}
    </p>
  )
}

/** The checkboxes below the fields. */
function Options({
  native,
  signUpOpen,
  onSignUp,
}: {
  native: boolean
  signUpOpen: boolean
  onSignUp: (signUpOpen: boolean) => void
}) {
  const asks = useSelector(selectAsksToSignUp)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-7">
      {native ? (
        <ServerOnly>
          {__SERVER__ ? (
            <>
              <NativeFlexibleDates />
              <NativeDogs />
            </>
          ) : null}
        </ServerOnly>
      ) : (
        <DogsField />
      )}
      {native || asks ? (
        <Checkbox
          label="Sign up for deals"
          // The checkbox needs the script, so it is hidden until the script has taken over.
          className={native ? 'invisible' : undefined}
          checked={signUpOpen}
          onChange={(event) => onSignUp(event.target.checked)}
        />
      ) : null}
    </div>
  )
}

/**
 * Content that only the server renders. The browser keeps the server's HTML, so its bundle does not
 * contain the code for it.
 */
function ServerOnly({ children }: { children: ReactNode }) {
  return __SERVER__ ? (
    <div className="contents">{children}</div>
  ) : (
    <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
}

/** The Dog(s) checkbox. It is hidden for a channel that does not allow dogs. */
function DogsField() {
  const dispatch = useAppDispatch()
  const { channelId, petFriendly } = useSelector(selectForm)
  if (channelId === 'eurocaravan') return null
  return (
    <Checkbox
      label="Dog(s)"
      checked={petFriendly}
      onChange={(event) => dispatch(petFriendlyChosen(event.target.checked))}
    />
  )
}

/** The five fields, in their order. */
function Fields({
  inModal,
  errorId,
  onAwait,
  onSearched,
}: {
  inModal: boolean
  errorId: string
  onAwait: (search: Promise<boolean> | undefined) => void
  onSearched: (() => void) | undefined
}) {
  return (
    <>
      <Cell wide>
        <ChannelField />
      </Cell>
      <Cell wide>
        <WhereField onAwait={onAwait} onSearched={onSearched} />
      </Cell>
      <Cell>
        <WhenField inModal={inModal} />
      </Cell>
      <Cell>
        <NightsField errorId={errorId} />
      </Cell>
      <Cell wide>
        <PartyField inModal={inModal} />
      </Cell>
    </>
  )
}

function SearchButton({
  disabled,
  busy,
  className,
}: {
  disabled: boolean
  /** The search waits for the typed place, or for the flags. */
  busy: boolean
  className: string
}) {
  return (
    <Button
      type="submit"
      size="lg"
      icon={SearchIcon}
      disabled={disabled}
      busy={busy}
      className={classes('lg:min-h-16 lg:rounded-l-none', className)}
    >
      Search
    </Button>
  )
}
