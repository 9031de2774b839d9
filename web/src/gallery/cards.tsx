/** The cards of the features. */
import { useState } from 'react'
import { useSelector } from 'react-redux'
import { PostCard } from '../features/blog/PostCard'
import { OtherLists } from '../features/browse/BrowsePage'
import { DealCard } from '../features/browse/DealCard'
import { ParkCard } from '../features/browse/ParkCard'
import { RegionPosters } from '../features/browse/RegionPosters'
import { DateStrip, NightsChips } from '../features/calendar'
import { selectToday } from '../features/catalogue'
import { HomeColumns } from '../features/home/HomeColumns'
import LastMinuteDeals from '../features/home/LastMinuteDeals'
import { Ticket } from '../features/my-booking/Ticket'
import { SceneCard } from '../features/page'
import { Reviews } from '../features/park/Reviews'
import { UnitRow } from '../features/park/UnitRow'
import { ListSkeleton } from '../features/results/ListFrame'
import { MapRow } from '../features/results/MapRow'
import { RegionTile } from '../features/results/RegionTile'
import { ResultCard } from '../features/results/ResultCard'
import { SavedPark } from '../features/shortlist/SavedPark'
import { selectCriteria } from '../features/search'
import { addDays } from '../rules/dates'
import { region } from '../test/catalogue'
import { Group, State } from './frame'
import {
  booking,
  card,
  deal,
  features,
  LONG_NAME,
  park,
  post,
  review,
  row,
  savedPark,
  shownUnit,
} from './samples'

const nothing = () => {}

const results = {
  plain: row,
  'Park Favourite, saving, few left': {
    ...row,
    sticky: true,
    fullPrice: '239.00',
    deposit: '49.00',
    unitsLeft: 2,
  },
  'Recommended, other date': { ...row, premium: true, exact: false },
  'a long name, booked elsewhere': { ...row, name: LONG_NAME, affiliate: 'HVN' },
}

/** A park in the results: in the grid, and beside the map. */
export function ResultCards() {
  return (
    <>
      <Group name="Results: ResultCard">
        {Object.entries(results).map(([name, result]) => (
          <State key={name} name={name}>
            <ResultCard
              row={result}
              card={card}
              features={features}
              eager={false}
              largest={false}
              onAffiliate={nothing}
            />
          </State>
        ))}
        <State name="its details are loading">
          <ResultCard
            row={row}
            card={undefined}
            features={features}
            eager={false}
            largest={false}
            onAffiliate={nothing}
          />
        </State>
        <State name="ListSkeleton">
          <ListSkeleton />
        </State>
      </Group>
      <Group name="Results beside the map: MapRow">
        {Object.entries(results).map(([name, result]) => (
          <State key={name} name={name}>
            <ul>
              <MapRow row={result} card={card} selected={undefined} onPoint={nothing} />
            </ul>
          </State>
        ))}
        <State name="selected">
          <ul>
            <MapRow row={row} card={card} selected={row.parkId} onPoint={nothing} />
          </ul>
        </State>
        <State name="not on the map, loading">
          <ul>
            <MapRow
              row={{ ...row, lat: '', lon: '' }}
              card={undefined}
              selected={undefined}
              onPoint={nothing}
            />
          </ul>
        </State>
      </Group>
    </>
  )
}

const units = {
  plain: {},
  'saving, few left': {
    unit: { ...shownUnit, fullPrice: '439.00', discount: '90.00', unitsLeft: 2 },
  },
  'with code words': { promo: { price: '299.00', saving: 5000, pending: false } },
  'the booking is being started': { busy: true },
  'the booking failed': { failure: 'Sorry, this accommodation has just been sold.' },
  'booked elsewhere': { affiliate: { url: '/', operator: 'Havenly' } },
}

/** A unit of a park. */
export function Units() {
  return (
    <Group name="Units: UnitRow" wide>
      {Object.entries(units).map(([name, own]) => (
        <State key={name} name={name}>
          <ul>
            <UnitRow
              unit={shownUnit}
              guests={2}
              image={undefined}
              features={features}
              busy={false}
              affiliate={undefined}
              promo={undefined}
              failure={undefined}
              onView={nothing}
              onBook={nothing}
              {...own}
            />
          </ul>
        </State>
      ))}
    </Group>
  )
}

const regions = ['Cornwall', 'Devon', 'Dorset', 'Kent', 'Norfolk', 'Suffolk'].map((name, index) =>
  region(String(16 + index), name, index === 0 ? { fromPrice: '84.00' } : {}),
)
const parks = {
  'on sale': park,
  'Park Favourite, a long name': { ...park, sticky: true, name: LONG_NAME },
  'not on sale, without a picture': {
    ...park,
    fromStay: undefined,
    fromPrice: '',
    images: [],
    bubbles: '',
  },
}

/** Parks and regions of a channel. */
export function BrowseCards() {
  return (
    <>
      <Group name="Lists of parks: ParkCard">
        {Object.entries(parks).map(([name, one]) => (
          <State key={name} name={name}>
            <ParkCard
              park={one}
              channel="ukcaravan"
              dogs={false}
              features={features}
              eager={false}
            />
          </State>
        ))}
      </Group>
      <Group name="Regions" wide>
        <State name="RegionPosters">
          <RegionPosters channel="ukcaravan" regions={regions} to={() => '/'} />
        </State>
        <State name="OtherLists">
          <OtherLists
            lists={[
              { title: 'All parks', text: 'In alphabetical order', href: '/parks' },
              { title: 'Operators', text: 'Who runs the parks', href: '/operators' },
            ]}
          />
        </State>
      </Group>
      <Group name="Prices of regions: RegionTile">
        {['plain', 'cheapest'].map((name) => (
          <State key={name} name={name}>
            <RegionTile
              entry={{ id: '12', name: 'Cornwall', desc: 'Cliffs and coves', price: 84 }}
              cheapest={name === 'cheapest'}
              image={undefined}
              stay={['Fri 27 Nov', '3 nights']}
              to="/"
            />
          </State>
        ))}
      </Group>
    </>
  )
}

const deals = {
  plain: deal,
  'saving, few left': { ...deal, fullPrice: '130.00', unitsLeft: 1 },
  'a long name, without rating': { ...deal, name: LONG_NAME, bubbles: '' },
}

/** Deals in their lists and on the home page. */
export function Deals() {
  return (
    <>
      <Group name="Lists of deals: DealCard">
        {Object.entries(deals).map(([name, one]) => (
          <State key={name} name={name}>
            <DealCard deal={one} eager={false} />
          </State>
        ))}
      </Group>
      <LastMinuteDeals />
    </>
  )
}

/** The cards of the home page and of the blog. */
export function HomeCards() {
  return (
    <>
      <HomeColumns
        data={{
          heading: 'Where to go',
          variant: 'holidays',
          columns: [
            { title: 'Lodges', text: 'With hot tubs', image: '/images/hero/uklodge.svg', url: '/' },
            { title: 'Boats', image: '/images/hero/boats.svg', url: '/', overlay_text: 'New' },
            { title: 'Touring', image: '/images/hero/uktouring.svg' },
            { title: 'Cottages', text: 'Of stone and thatch' },
          ],
        }}
      />
      <Group name="Blog: PostCard" wide>
        <State name="the first">
          <PostCard post={post} first eager={false} />
        </State>
      </Group>
      <Group name="Blog: PostCard">
        <State name="another">
          <PostCard post={post} first={false} eager={false} />
        </State>
        <State name="without a picture">
          <PostCard post={{ ...post, featured: undefined }} first={false} eager={false} />
        </State>
      </Group>
    </>
  )
}

const saved = { 'on sale': savedPark, loading: undefined, 'no longer on sale': null }

/** The shortlist, reviews, dates and a booking. */
export function OtherCards() {
  const criteria = useSelector(selectCriteria)
  const today = useSelector(selectToday)
  const [day, setDay] = useState(() => addDays(today, 6))
  const days = Array.from({ length: 20 }, (_, index) => ({
    day: addDays(today, index),
    price: index % 3 === 0 ? undefined : 84 + 7 * index,
    cheapestInWeek: index % 7 === 1,
  }))
  return (
    <>
      <Group name="Shortlist: SavedPark">
        {Object.entries(saved).map(([name, one]) => (
          <State key={name} name={name}>
            <SavedPark
              park={one}
              name="Gannet Sands"
              criteria={criteria}
              compared={false}
              full={false}
              onCompare={nothing}
              onRemove={nothing}
            />
          </State>
        ))}
      </Group>
      <Group name="Reviews and empty lists">
        <State name="Reviews">
          <Reviews reviews={[review, review]} bubbles="4.6" count={213} opened={false} />
        </State>
        <State name="no reviews">
          <Reviews reviews={[]} bubbles="" count={0} opened={false} />
        </State>
        <State name="SceneCard">
          <SceneCard>Nothing matches your search.</SceneCard>
        </State>
      </Group>
      <Group name="Dates and bookings" wide>
        <State name="NightsChips">
          <NightsChips />
        </State>
        <State name="DateStrip">
          <DateStrip label="Arrival dates" days={days} selected={day} onPick={setDay} />
        </State>
        {['confirmed', 'pending', 'cancelled'].map((status) => (
          <State key={status} name={`Ticket, ${status}`}>
            <Ticket booking={{ ...booking, status }} onPay={nothing} />
          </State>
        ))}
      </Group>
    </>
  )
}
