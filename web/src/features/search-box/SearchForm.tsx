import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { useNavigate } from 'react-router'
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
import { SignUpFields } from '../newsletter'
import { ChannelField } from './ChannelField'
import {
  DrawnChannel,
  DrawnDogs,
  DrawnNights,
  DrawnParty,
  DrawnWhen,
  DrawnWhere,
} from './DrawnFields'
import { NightsField } from './NightsField'
import { PartyField } from './PartyField'
import { WhenField } from './WhenField'
import { WhereField } from './WhereField'

/** The search form: one row from lg on, stacked below lg and in the phone's modal. */
export function SearchForm({
  inModal = false,
  drawn = false,
  onSubmitted,
}: {
  inModal?: boolean
  /** The form has the browser's own controls, and sends itself. */
  drawn?: boolean
  onSubmitted?: () => void
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const form = useSelector(selectForm)
  const canSearch = useSelector(selectCanSearch)
  const [deals, setDeals] = useState(false)
  const errorId = useId()
  const available = isDurationAvailable(form)
  const row = !inModal
  const disabled = !drawn && !canSearch

  const submit = (event: FormEvent) => {
    if (drawn) return
    event.preventDefault()
    if (!canSearch) return
    onSubmitted?.()
    dispatch(
      submitSearch({
        navigate: (path) => void navigate(path),
        scrollToTop: () => window.scrollTo(0, 0),
      }),
    )
  }

  return (
    <>
      <form
        role="search"
        aria-label="Find a holiday"
        action="/results"
        autoComplete="off"
        noValidate={!drawn}
        onSubmit={submit}
      >
        <div
          className={classes(
            'relative grid grid-cols-2 gap-2.5 max-[359px]:grid-cols-1',
            row && 'lg:flex lg:gap-0 lg:rounded-field lg:border lg:border-field',
          )}
        >
          <Fields inModal={inModal} drawn={drawn} errorId={errorId} />
          {row ? <SearchButton disabled={disabled} className="max-lg:hidden" /> : null}
        </div>
        <p
          id={errorId}
          role="status"
          className="text-detail/5 font-semibold text-danger not-empty:mt-2"
        >
          {available ? '' : nightsHelp(form.duration, form.availableDurations)}
        </p>
        {form.isPartyInvalid ? <Notice className="mt-2.5">{BOATS_PARTY_NOTE}</Notice> : null}
        <div className="mt-2 flex flex-wrap items-center gap-x-7">
          {drawn ? <DrawnDogs /> : <DogsField />}
          <Checkbox
            label="Sign up for deals"
            // Without script it opens nothing.
            className={drawn ? 'invisible' : undefined}
            checked={deals}
            onChange={(event) => setDeals(event.target.checked)}
          />
        </div>
        <SearchButton
          disabled={disabled}
          className={classes('mt-2.5 w-full', row && 'lg:hidden')}
        />
      </form>
      {deals ? (
        <div className="mt-4 border-t border-line pt-4">
          <SignUpFields source="search_box" />
        </div>
      ) : null}
    </>
  )
}

/** Dog(s); not where the channel takes none. */
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
  drawn,
  errorId,
}: {
  inModal: boolean
  drawn: boolean
  errorId: string
}) {
  return (
    <>
      <Cell wide>{drawn ? <DrawnChannel /> : <ChannelField />}</Cell>
      <Cell wide>{drawn ? <DrawnWhere /> : <WhereField />}</Cell>
      <Cell>{drawn ? <DrawnWhen /> : <WhenField inModal={inModal} />}</Cell>
      <Cell>{drawn ? <DrawnNights /> : <NightsField errorId={errorId} />}</Cell>
      <Cell wide>{drawn ? <DrawnParty /> : <PartyField inModal={inModal} />}</Cell>
    </>
  )
}

/**
 * The position of a field on a phone: over both columns, or beside another field. From lg on it is
 * `contents`, so that its children are cells of the row.
 */
function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes('min-w-0 lg:contents', wide ? 'min-[360px]:col-span-2' : 'col-span-1')}>
      {children}
    </div>
  )
}

function SearchButton({ disabled, className }: { disabled: boolean; className: string }) {
  return (
    <Button
      type="submit"
      size="lg"
      icon={SearchIcon}
      disabled={disabled}
      className={classes('lg:min-h-16 lg:rounded-l-none', className)}
    >
      Search
    </Button>
  )
}
