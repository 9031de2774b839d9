import type { Address } from '../rules/contact'
import { countries } from '../rules/countries'
import { TextField } from './Field'
import { SelectField } from './Select'

const countryOptions = countries.map(({ id, label }) => ({ value: id, label }))

interface AddressFieldsProps {
  address: Address
  onChange: (field: keyof Address, value: string) => void
  onBlur: (field: keyof Address) => void
  /** The message of a field, if it should be shown. */
  error: (field: keyof Address) => string | undefined
  /** A prefix of the fields' ids, for a page with two addresses. */
  idPrefix?: string
  /** The section for the browser's autocompletion: 'billing'. */
  section?: string
}

const lines: readonly [Exclude<keyof Address, 'country'>, string, string][] = [
  ['address1', 'Address', 'address-line1'],
  ['address2', 'Address line 2 (optional)', 'address-line2'],
  ['town', 'Town', 'address-level2'],
  ['county', 'County', 'address-level1'],
  ['postcode', 'Postcode', 'postal-code'],
]

/** The fields of a postal address. */
export function AddressFields({
  address,
  onChange,
  onBlur,
  error,
  idPrefix = '',
  section,
}: AddressFieldsProps) {
  const fill = (token: string) => (section ? `${section} ${token}` : token)
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      {lines.map(([field, label, token]) => (
        <TextField
          key={field}
          id={idPrefix + field}
          name={field}
          label={label}
          autoComplete={fill(token)}
          value={address[field]}
          onChange={(event) => onChange(field, event.target.value)}
          onBlur={() => onBlur(field)}
          error={error(field)}
          className={field.startsWith('address') ? 'sm:col-span-2' : undefined}
        />
      ))}
      <SelectField
        id={`${idPrefix}country`}
        name="country"
        label="Country"
        placeholder="Select country"
        options={countryOptions}
        autoComplete={fill('country-name')}
        value={address.country}
        onChange={(event) => onChange('country', event.target.value)}
        onBlur={() => onBlur('country')}
        error={error('country')}
      />
    </div>
  )
}
