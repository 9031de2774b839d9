import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { errorMessages, useAppDispatch, useRequest } from '../../api'
import type { PriceMap } from '../../api/schema'
import { CHANNEL_NAMES } from '../../rules/channels'
import { Button, FieldError, SelectField } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import { BrowsePage, Loaded } from './BrowsePage'
import {
  MAP_CHANNELS,
  PRICE_MAP,
  priceMapAddress,
  priceMapCall,
  readPriceMap,
  type PriceMapAddress,
} from './price-map'
import { PricesByRegion, useWeekText } from './PricesByRegion'
import { NightsField, PartyFields, useFormAddress } from './StayFields'
import type { BrowseRoot } from './state'

type Load = (
  dispatch: ThunkDispatch<BrowseRoot, unknown, UnknownAction>,
  getState: () => BrowseRoot,
) => Promise<void>

/** Loads what the page shows first. */
export function priceMapData(_: unknown, query: string): Load {
  return async (dispatch) => {
    await dispatch(priceMapCall.run(readPriceMap(query)))
  }
}

/** /britain-by-price: the cheapest stay of each region for the party, on a map and in a table. */
export function PriceMapPage() {
  const { search } = useLocation()
  const address = readPriceMap(search)
  const dispatch = useAppDispatch()
  const id = priceMapCall.idOf(address)
  const map = useSelector((state: BrowseRoot) => state.data.browse.priceMaps[id])
  const { error } = useRequest(id)
  // The answer has all weeks, so another week asks for nothing.
  const asked = priceMapAddress({ ...address, week: '' })
  useEffect(() => {
    void dispatch(priceMapCall.run(readPriceMap(asked.slice(asked.indexOf('?')))))
  }, [dispatch, asked])
  const wrong = error && error.status === 400 ? errorMessages(error) : []
  return (
    <BrowsePage
      title="Britain by price"
      lead={
        <p>
          Where your holiday costs least: the cheapest stay of each region, in any week or in one.
        </p>
      }
      path={search ? priceMapAddress(address) : PRICE_MAP}
      crumbs={[{ name: 'Britain by price' }]}
    >
      <MapForm key={search} address={address} map={map} wrong={wrong} />
      {wrong.length > 0 ? null : (
        <Loaded
          id={id}
          loaded={map !== undefined}
          onRetry={() => void dispatch(priceMapCall.run(address))}
        >
          {map ? <PricesByRegion map={map} address={address} /> : null}
        </Loaded>
      )}
    </BrowsePage>
  )
}

/** The form. Browsers send it themselves where the script has not loaded. */
function MapForm({
  address,
  map,
  wrong,
}: {
  address: PriceMapAddress
  map?: PriceMap
  wrong: readonly string[]
}) {
  const submit = useFormAddress((query) => priceMapAddress(readPriceMap(query)))
  const weekText = useWeekText()
  // The week of the address before the map is there, which may not have it.
  const weeks = (map?.weeks.map(({ monday }) => monday) ?? [address.week]).filter(Boolean)
  return (
    <form action={PRICE_MAP} method="get" onSubmit={submit} className="card mb-7 p-card md:p-6">
      {wrong.length > 0 ? <FieldError id="price-map-error">{wrong.join(' ')}</FieldError> : null}
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <SelectField
          label="Week of arrival"
          name="week"
          placeholder="Any week"
          options={weeks.map((monday) => ({ value: monday, label: weekText(monday) }))}
          defaultValue={address.week}
          className="col-span-2 lg:col-span-1"
        />
        <NightsField value={address.nights} />
        <SelectField
          label="Holiday type"
          name="channel"
          placeholder="Any"
          options={MAP_CHANNELS.map((code) => ({
            value: code,
            label: CHANNEL_NAMES[code] ?? code,
          }))}
          defaultValue={address.channel}
        />
        <PartyFields party={address} dogs={address.dogs} />
      </div>
      <Button type="submit" icon={SearchIcon} className="mt-5">
        Show prices
      </Button>
    </form>
  )
}
