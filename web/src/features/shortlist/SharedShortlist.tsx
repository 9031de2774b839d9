import { useState } from 'react'
import { COMPARED_MOST, toggled, type Shortlisted } from '../../rules/shortlist'
import { comparedToggled } from '../../rules/comparison'
import { plural } from '../../rules/plural'
import { Button, ButtonLink } from '../../ui'
import { Page, SceneCard } from '../page'
import { shortlist } from './list'
import { withoutGone } from './load'
import { Parks } from './Parks'
import { REFUSALS } from './refusals'
import { useParks } from './useParks'

/** A list that somebody has shared. It can be looked at, compared, and saved as a whole. */
export function SharedShortlist({ parkIds }: { parkIds: readonly string[] }) {
  const loaded = useParks(parkIds)
  const { parks } = loaded
  const [list, setList] = useState<readonly Shortlisted[]>(() =>
    parkIds.map((parkId, index) => ({ parkId, name: '', compared: index < COMPARED_MOST })),
  )
  const gone = list.filter(({ parkId }) => parks[parkId] === null).length
  const there = list.filter(({ parkId }) => parks[parkId] !== null)
  return (
    <Page title="Shared shortlist" noindex>
      <div className="page-width min-h-[70dvh] pt-6 pb-section lg:pt-9">
        <h1 className="display text-h1">Shared shortlist</h1>
        <p className="mt-1 max-w-[44em] text-lead">
          Somebody has chosen these holidays and sent you the link. Prices are those of today.
        </p>
        {there.length > 0 ? (
          <SaveAll parks={there.flatMap(({ parkId }) => parks[parkId] ?? [])} />
        ) : null}
        {gone > 0 ? (
          <p className="my-4 text-muted">{`${plural(gone, 'holiday')} of this list ${gone === 1 ? 'is' : 'are'} no longer on sale.`}</p>
        ) : null}
        {there.length > 0 ? (
          <Parks
            list={there}
            loaded={loaded}
            onCompare={(parkId) =>
              setList((before) => comparedToggled(withoutGone(before, parks), parkId))
            }
          />
        ) : (
          <WaysOn />
        )}
      </div>
    </Page>
  )
}

/** What is shown when nothing of the list is on sale any more. */
function WaysOn() {
  return (
    <SceneCard>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/">Search holidays</ButtonLink>
        <ButtonLink href="/region/ukcaravan" variant="secondary">
          Browse by region
        </ButtonLink>
        <ButtonLink href="/shortlist" variant="secondary">
          Open my shortlist
        </ButtonLink>
      </div>
    </SceneCard>
  )
}

/** Adds the list to the visitor's own, and says what came of it. */
function SaveAll({ parks }: { parks: readonly { parkId: string; name: string }[] }) {
  const own = shortlist.use()
  const [outcome, setOutcome] = useState('')
  const missing = parks.filter(({ parkId }) => !own.some((kept) => kept.parkId === parkId))
  const save = () => {
    const before = shortlist.read()
    let next = before
    for (const park of parks)
      if (!next.some((kept) => kept.parkId === park.parkId)) next = toggled(next, park) ?? next
    if (!shortlist.write(next)) {
      setOutcome(REFUSALS.forbidden)
      return
    }
    const saved = next.length - before.length
    setOutcome(
      saved < missing.length
        ? `${plural(saved, 'holiday')} saved. ${REFUSALS.full}`
        : `${plural(saved, 'holiday')} saved.`,
    )
  }
  return (
    <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
      <Button disabled={missing.length === 0} onClick={save}>
        Save to my shortlist
      </Button>
      <ButtonLink href="/shortlist" variant="secondary">
        Open my shortlist
      </ButtonLink>
      <p role="status" className="font-semibold">
        {outcome}
      </p>
    </div>
  )
}
