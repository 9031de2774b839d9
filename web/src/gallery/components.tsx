/** The components of `ui`. */
import { useState } from 'react'
import {
  Accordion,
  AddressFields,
  AppLink,
  Breadcrumbs,
  Button,
  type ButtonVariant,
  ButtonLink,
  Carousel,
  Checkbox,
  CheckOption,
  DobField,
  ErrorSummary,
  Html,
  IconButton,
  LoadingError,
  Modal,
  Notice,
  type NoticeKind,
  PartMissing,
  PriceRange,
  PriceText,
  RadioGroup,
  SelectField,
  Skeleton,
  Spinner,
  Stepper,
  Tag,
  type TagKind,
  TextField,
} from '../ui'
import { CalendarIcon, CloseIcon, SearchIcon } from '../ui/icons'
import { Group, State } from './frame'
import { LONG_NAME } from './samples'

const nothing = () => {}
const ERROR = 'Please enter your last name'

const headings = [
  'text-hero',
  'text-title',
  'text-h1',
  'text-h2',
  'text-section',
  'text-part',
  'text-h3',
  'text-h4',
] as const
const texts = [
  'text-standfirst',
  'text-lead',
  'text-article',
  'text-body',
  'text-detail',
  'text-small',
  'text-note',
] as const
const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'deal', 'band', 'quiet']
const options = [
  { value: 'yes', label: 'Yes, I am' },
  { value: 'no', label: 'No, I am only making the booking' },
]
const notices: readonly NoticeKind[] = ['info', 'success', 'danger']
const tags: readonly TagKind[] = ['deal', 'left', 'plain', 'ink', 'paper', 'cheapest']

/** Headings, texts and prices. */
export function Texts() {
  return (
    <>
      <Group name="Headings" wide>
        {headings.map((size) => (
          <State key={size} name={size}>
            <p className={`display ${size}`}>Days by the sea</p>
          </State>
        ))}
        <State name="section-heading">
          <h3 className="section-heading">News and ideas</h3>
        </State>
      </Group>
      <Group name="Texts">
        {texts.map((size) => (
          <State key={size} name={size}>
            <p className={size}>Above a mile of sand, two minutes from the harbour.</p>
          </State>
        ))}
        <State name="caption">
          <p className="caption">Trevarrow</p>
        </State>
        <State name="poster-title">
          <p className="poster-title">Cornwall</p>
        </State>
        <State name="AppLink">
          <AppLink href="/" className="text-link">
            See all last minute deals
          </AppLink>
        </State>
        <State name="Html">
          <Html html="<p>Check in from <a href='/'>4pm</a>.</p><ul><li>No campfires</li></ul>" />
        </State>
        <State name="Breadcrumbs">
          <Breadcrumbs crumbs={[{ name: 'Cornwall', href: '/' }, { name: LONG_NAME }]} />
        </State>
      </Group>
      <Group name="Prices and tags">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <State key={size} name={`PriceText ${size}`}>
            <PriceText amount="189.00" from size={size} />
          </State>
        ))}
        <State name="PriceText was, roundUp">
          <PriceText amount="149.50" was="189.00" roundUp size="md" />
        </State>
        {tags.map((kind) => (
          <State key={kind} name={`Tag ${kind}`}>
            <Tag kind={kind}>{kind === 'left' ? 'ONLY 2 LEFT' : 'SAVE £40'}</Tag>
          </State>
        ))}
        <State name="Tag with an icon">
          <Tag kind="paper" icon={CalendarIcon}>
            Other date
          </Tag>
        </State>
      </Group>
    </>
  )
}

/** Buttons, and what opens and moves. */
export function Controls() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Group name="Buttons">
        {variants.map((variant) => (
          <State key={variant} name={variant}>
            <Button variant={variant}>Search</Button>
          </State>
        ))}
        <State name="lg, fullWidth, with an icon">
          <Button size="lg" fullWidth icon={SearchIcon}>
            Search
          </Button>
        </State>
        <State name="busy">
          <Button busy>Book</Button>
        </State>
        <State name="disabled">
          <Button disabled>Book</Button>
        </State>
        <State name="ButtonLink">
          <ButtonLink href="/">View All Prices</ButtonLink>
        </State>
        <State name="IconButton">
          <IconButton icon={CloseIcon} label="Close" />
        </State>
        <State name="fold">
          <details>
            <summary className="fold">Pictures and details</summary>
            <p>Two bedrooms</p>
          </details>
        </State>
        <State name="Modal">
          <Button onClick={() => setOpen(true)}>Open the dialog</Button>
          <Modal
            open={open}
            onClose={() => setOpen(false)}
            title="All reviews"
            foot={<Button onClick={() => setOpen(false)}>Close</Button>}
          >
            <p>Above a mile of sand.</p>
          </Modal>
        </State>
      </Group>
      <Group name="Accordion and carousel" wide>
        <State name="Accordion">
          <Accordion
            items={[
              { title: 'When do I pay?', content: 'Ten weeks before you arrive.' },
              { title: 'May dogs come?', content: 'Where the park says so.' },
            ]}
          />
        </State>
        <State name="Carousel">
          <Carousel
            label="Regions"
            heading={<h3 className="section-heading">Regions</h3>}
            perView={{ sm: 2, md: 3, lg: 4 }}
            peek
          >
            {['Cornwall', 'Devon', 'Dorset', 'Kent', 'Norfolk'].map((name) => (
              <p key={name} className="card p-card text-h4">
                {name}
              </p>
            ))}
          </Carousel>
        </State>
      </Group>
    </>
  )
}

/** The fields of forms. */
export function Fields() {
  return (
    <>
      <Group name="Fields">
        <State name="empty">
          <TextField label="Last name" placeholder="Taylor" />
        </State>
        <State name="filled, with a hint">
          <TextField label="Last name" hint="As on the booking" defaultValue="Taylor" />
        </State>
        <State name="with an error">
          <TextField label="Last name" error={ERROR} />
        </State>
        <State name="disabled">
          <TextField label="Last name" defaultValue="Taylor" disabled />
        </State>
        <State name="SelectField">
          <SelectField label="Title" placeholder="Select" options={options} />
        </State>
        <State name="SelectField with an error">
          <SelectField label="Title" placeholder="Select" options={options} error={ERROR} />
        </State>
        <State name="DobField">
          <DobField
            label="Date of birth"
            placeholder="dd/mm/yyyy"
            value="14/09/"
            onChange={nothing}
          />
        </State>
        <Choices />
        <Numbers />
      </Group>
      <Group name="AddressFields" wide>
        <State name="with an error">
          <AddressFields
            address={{
              address1: '1 Harbour Street',
              address2: '',
              town: 'Trevarrow',
              county: '',
              postcode: '',
              country: '',
            }}
            onChange={nothing}
            onBlur={nothing}
            error={(field) => (field === 'postcode' ? 'Please enter a postcode' : undefined)}
          />
        </State>
      </Group>
    </>
  )
}

function Choices() {
  const [ticked, setTicked] = useState(true)
  const [choice, setChoice] = useState('yes')
  return (
    <>
      <State name="Checkbox">
        <Checkbox label="I accept the terms" hint="Opens in a new tab" defaultChecked />
      </State>
      <State name="Checkbox with an error">
        <Checkbox label="I accept the terms" error="Please accept the terms" />
      </State>
      <State name="RadioGroup">
        <RadioGroup
          legend="Are you going?"
          name="going"
          options={options}
          value={choice}
          onChange={setChoice}
        />
      </State>
      <State name="CheckOption">
        <CheckOption
          label="Indoor pool"
          count={12}
          checked={ticked}
          onToggle={() => setTicked(!ticked)}
        />
        <CheckOption label="Fishing lake" count={0} checked={false} onToggle={nothing} />
      </State>
    </>
  )
}

function Numbers() {
  const [adults, setAdults] = useState(2)
  const [range, setRange] = useState({ min: 100, max: 300 })
  return (
    <>
      <State name="Stepper">
        <Stepper label="Adults" hint="18+" value={adults} onChange={setAdults} min={1} />
      </State>
      <State name="Stepper, invalid">
        <Stepper label="Adults" value={1} onChange={nothing} invalid />
      </State>
      <State name="PriceRange">
        <PriceRange
          rows={[80, 120, 130, 180, 200, 210, 340].map((price) => ({ price: `${price}.00` }))}
          min={range.min}
          max={range.max}
          onMin={(min) => setRange({ ...range, min })}
          onMax={(max) => setRange({ ...range, max })}
        />
      </State>
    </>
  )
}

/** Messages, and what stands in a place that is not filled yet. */
export function Messages() {
  return (
    <Group name="Messages and loading">
      {notices.map((kind) => (
        <State key={kind} name={`Notice ${kind}`}>
          <Notice kind={kind}>We are holding this holiday for you until 13:32.</Notice>
        </State>
      ))}
      <State name="ErrorSummary">
        <ErrorSummary
          errors={[
            { id: 'name', message: ERROR },
            { id: 'post', message: 'Please enter a postcode' },
          ]}
        />
      </State>
      <State name="LoadingError, loading">
        <LoadingError
          fetching
          error={undefined}
          loadingText="Loading booking data, please wait..."
        />
      </State>
      <State name="LoadingError, failed">
        <LoadingError
          fetching={false}
          error="There was an error while loading. Please try again."
          onRetry={nothing}
        />
      </State>
      <State name="PartMissing">
        <PartMissing />
      </State>
      <State name="Spinner">
        <Spinner />
      </State>
      <State name="Skeleton">
        <Skeleton className="h-11 w-full" />
      </State>
    </Group>
  )
}
