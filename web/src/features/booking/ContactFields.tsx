import { t } from '../../brands'
import { DobField, type Form, SelectField, TextField } from '../../ui'
import { adultTitles } from '../../rules/contact'
import type { UserDetails } from './user-slice'

const titleOptions = adultTitles.map((title) => ({ value: title, label: title }))

type TextFieldName = 'forename' | 'surname' | 'email' | 'telephone'

const textFields: readonly {
  field: TextFieldName
  label: string
  autoComplete: string
  type?: string
}[] = [
  { field: 'forename', label: 'First name', autoComplete: 'given-name' },
  { field: 'surname', label: 'Last name', autoComplete: 'family-name' },
  { field: 'email', label: 'Email address', autoComplete: 'email', type: 'email' },
  { field: 'telephone', label: 'Contact telephone number', autoComplete: 'tel', type: 'tel' },
]

/** The contact details of the person who books. */
export function ContactFields({
  details,
  form,
  onChange,
}: {
  details: UserDetails
  form: Form
  onChange: <K extends keyof UserDetails>(field: K, value: UserDetails[K]) => void
}) {
  const renderText = ({ field, label, ...input }: (typeof textFields)[number]) => (
    <TextField
      key={field}
      {...input}
      id={field}
      name={field}
      label={label}
      value={details[field]}
      onChange={(event) => onChange(field, event.target.value)}
      onBlur={() => form.left(field)}
      error={form.error(field)}
      className={field === 'forename' ? undefined : 'col-span-2 sm:col-span-1'}
    />
  )
  const [forename, ...rest] = textFields
  return (
    <div className="grid grid-cols-2 items-end gap-4">
      <div className="col-span-2 grid grid-cols-[minmax(112px,1fr)_2fr] items-end gap-3 sm:col-span-1">
        <SelectField
          id="title"
          name="title"
          label="Title"
          autoComplete="honorific-prefix"
          placeholder="Select"
          options={titleOptions}
          value={details.title}
          onChange={(event) => onChange('title', event.target.value)}
          onBlur={() => form.left('title')}
          error={form.error('title')}
        />
        {forename ? renderText(forename) : null}
      </div>
      {rest.map(renderText)}
      <DobField
        id="dob"
        name="dob"
        label="Date of birth"
        placeholder={t('dob')}
        autoComplete="bday"
        value={details.dob}
        onChange={(value) => onChange('dob', value)}
        onBlur={() => form.left('dob')}
        error={form.error('dob')}
        className="col-span-2 sm:col-span-1"
      />
    </div>
  )
}
