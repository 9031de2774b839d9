import type { SubmitEvent } from 'react'
import { useNavigate } from '../../router'
import type { Party } from '../../rules/party'
import { plural } from '../../rules/plural'
import { Checkbox, SelectField } from '../../ui'

/** The choices of nights: those that most holiday types offer. */
const NIGHTS = [2, 3, 4, 5, 7, 10, 14] as const

/** The nights with which the forms of these pages begin. */
export const USUAL_NIGHTS = 7

/**
 * Follows a form that browsers can send themselves: `toAddress` makes the page's address from the
 * query that they would send.
 */
export function useFormAddress(toAddress: (query: string) => string) {
  const navigate = useNavigate()
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ])
    navigate(toAddress(new URLSearchParams(entries).toString()))
  }
}

export function NightsField({ value }: { value: number }) {
  const nights = [...new Set([...NIGHTS, value])].toSorted((a, b) => a - b)
  return (
    <SelectField
      label="Nights"
      name="nights"
      options={nights.map((count) => ({ value: String(count), label: plural(count, 'night') }))}
      defaultValue={String(value)}
    />
  )
}

/** The party and the dogs, by the names that a search has. */
export function PartyFields({ party, dogs }: { party: Party; dogs: boolean }) {
  return (
    <>
      <Count label="Adults" name="adults" first={1} value={party.adults} />
      <Count label="Children, 5 to 17" name="children" first={0} value={party.children} />
      <Count label="Under 5s" name="infants" first={0} value={party.under5s} />
      <div className="flex items-end">
        <Checkbox label="Dog(s)" name="dogs" value="y" defaultChecked={dogs} />
      </div>
    </>
  )
}

/** The largest count that the form offers. More are read from an address. */
const MOST = 12

function Count({
  label,
  name,
  first,
  value,
}: {
  label: string
  name: string
  first: number
  value: number
}) {
  const counts = Array.from({ length: MOST + 1 - first }, (_, index) => first + index)
  return (
    <SelectField
      label={label}
      name={name}
      options={[...new Set([...counts, value])].map((count) => ({
        value: String(count),
        label: String(count),
      }))}
      defaultValue={String(value)}
    />
  )
}
