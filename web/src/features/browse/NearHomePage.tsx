import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { errorMessages, useAppDispatch, useRequest } from '../../api'
import type { NearHome, NearStay } from '../../api/schema'
import { CHANNEL_NAMES } from '../../rules/channels'
import { ceilToPounds, groupThousands, toPence } from '../../rules/money'
import { partyWords } from '../../rules/party'
import { plural } from '../../rules/plural'
import { onlyLeftInList } from '../../rules/unit-marks'
import { whenText } from '../../rules/when'
import { AppLink, Button, PriceText, SelectField, Tag, TextField } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import { useDayText } from '../catalogue'
import { BrowsePage, Loaded } from './BrowsePage'
import { CardFrame } from './CardFrame'
import {
  driveText,
  NEAR_HOME,
  nearHomeAddress,
  nearHomeCall,
  nearStayPath,
  POSTCODE_HALF,
  REACHES,
  readNearHome,
  type NearHomeAddress,
} from './near-home'
import { Pagination } from './Pagination'
import { NightsField, PartyFields, useFormAddress } from './StayFields'
import type { BrowseRoot } from './state'

type Load = (
  dispatch: ThunkDispatch<BrowseRoot, unknown, UnknownAction>,
  getState: () => BrowseRoot,
) => Promise<void>

/** Loads what the page shows first. */
export function nearHomeData(_: unknown, query: string): Load {
  return async (dispatch) => {
    await dispatch(nearHomeCall.run(readNearHome(query)))
  }
}

/** /near-home: the cheapest stays of every holiday type within a drive from the visitor's home. */
export function NearHomePage() {
  const { search } = useLocation()
  const address = readNearHome(search)
  const dispatch = useAppDispatch()
  const id = nearHomeCall.idOf(address)
  const found = useSelector((state: BrowseRoot) => state.data.browse.nearHome[id])
  const { error } = useRequest(id)
  useEffect(() => {
    void dispatch(nearHomeCall.run(readNearHome(search)))
  }, [dispatch, search])
  const wrong = error && error.status === 400 ? errorMessages(error) : []
  return (
    <BrowsePage
      title={found?.from ? `Holidays near ${found.from}` : 'Holidays near home'}
      lead={
        <p>
          The cheapest stay of each place within a drive from your home: parks, lodges, cottages,
          pitches and boats.
        </p>
      }
      path={NEAR_HOME}
      noindex={address.from !== ''}
      crumbs={[{ name: 'Holidays near home' }]}
    >
      <NearHomeForm key={search} address={address} choices={found?.choices} wrong={wrong} />
      {wrong.length > 0 || address.from === '' ? null : (
        <Loaded
          id={id}
          loaded={found !== undefined}
          onRetry={() => void dispatch(nearHomeCall.run(address))}
        >
          {found ? <Stays found={found} address={address} /> : null}
        </Loaded>
      )}
    </BrowsePage>
  )
}

/** The form. Browsers send it themselves where the script has not loaded. */
function NearHomeForm({
  address,
  choices,
  wrong,
}: {
  address: NearHomeAddress
  choices?: NearHome['choices']
  wrong: readonly string[]
}) {
  const submit = useFormAddress((query) => nearHomeAddress(readNearHome(query)))
  const whens = [...new Set([...(choices ?? []).map(({ when }) => when), address.when])]
  return (
    <form action={NEAR_HOME} method="get" onSubmit={submit} className="card mb-7 p-card md:p-6">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <TextField
          label="First half of your postcode"
          name="from"
          required
          maxLength={POSTCODE_HALF}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={address.from}
          error={wrong.join(' ') || undefined}
          className="col-span-2 lg:col-span-1"
        />
        <SelectField label="How far" name="reach" options={REACHES} defaultValue={address.reach} />
        <NightsField value={address.nights} />
        <SelectField
          label="When"
          name="when"
          placeholder="Any date"
          options={whens
            .flatMap((when) => ({ value: when, label: whenText(when) ?? '' }))
            .filter(({ value }) => value)}
          defaultValue={address.when}
          className="col-span-2 lg:col-span-1"
        />
        <PartyFields party={address} dogs={address.dogs} />
      </div>
      <Button type="submit" icon={SearchIcon} className="mt-5">
        Show holidays
      </Button>
    </form>
  )
}

function Stays({ found, address }: { found: NearHome; address: NearHomeAddress }) {
  const { page } = address
  const reach = REACHES.find(({ value }) => value === address.reach)?.label ?? ''
  const within = `within ${reach} of ${found.from}`
  if (found.count === 0)
    return (
      <p
        role="status"
        className="text-lead"
      >{`No stay for ${partyWords(address)} is on sale ${within} on these dates. Try a longer drive, other nights or any date.`}</p>
    )
  return (
    <>
      <p role="status" className="mb-3.5 text-muted">
        <b className="text-ink">{plural(found.count, 'place')}</b>
        <span>
          {` ${within}${page > 1 ? `, page ${page} of ${groupThousands(found.pageCount)}` : ''}. Price for the whole stay, ${partyWords(address)}.`}
        </span>
        <span>
          {found.stays.some(({ about }) => about)
            ? ' Driving times with ‘about’ are estimated from the distance.'
            : ''}
        </span>
      </p>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-5">
        {found.stays.map((stay, index) => (
          <li key={stay.parkId}>
            <StayCard
              stay={stay}
              address={address}
              from={found.from}
              eager={index < 3 && page === 1}
            />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        count={found.pageCount}
        to={(other) => nearHomeAddress({ ...address, page: other })}
      />
    </>
  )
}

/** A stay near home. The whole card links to the prices of its date. */
function StayCard({
  stay,
  address,
  from,
  eager,
}: {
  stay: NearStay
  address: NearHomeAddress
  from: string
  eager: boolean
}) {
  const leftText = onlyLeftInList(stay.unitsLeft)
  const { stayText } = useDayText()
  const price = toPence(stay.price) ?? 0
  return (
    <CardFrame
      park={stay}
      place={stay.town || stay.regionName}
      eager={eager}
      marks={
        leftText ? (
          <Tag kind="left" className="absolute bottom-2 left-2">
            {leftText}
          </Tag>
        ) : null
      }
    >
      <h2 className="display mt-1 line-clamp-3 text-h3 break-words group-hover:underline">
        <AppLink href={nearStayPath(stay, address)} className="after:absolute after:inset-0">
          {stay.name}
        </AppLink>
      </h2>
      <p className="mt-1 mb-3 text-small text-muted">
        {`${CHANNEL_NAMES[stay.channel] ?? ''}. ${driveText(stay, from)}.`}
      </p>
      <div className="card-price">
        <p className="card-stay text-detail/5 font-semibold">{stayText(stay.date, stay.nights)}</p>
        <PriceText
          amount={stay.price}
          from={ceilToPounds(price) > price}
          roundUp
          size="md"
          className="card-amount"
        />
      </div>
    </CardFrame>
  )
}
