/** The general components of all screens. They know nothing about holidays. */
export { AddressFields } from './AddressFields'
export { Accordion, type AccordionItem } from './Accordion'
export { AppLink } from './AppLink'
export { Breadcrumbs, type Crumb } from './Breadcrumbs'
export {
  Button,
  buttonClasses,
  ButtonLink,
  IconButton,
  type ButtonSize,
  type ButtonVariant,
} from './Button'
export { Carousel, type PerView } from './Carousel'
export { useCheckedFields, type CheckedFields } from './checked-fields'
export { chunkOf, componentOf, type Chunk } from './chunk'
export { CheckOption } from './CheckOption'
export { classes } from './classes'
export { deviceList } from './device-list'
export { DobField } from './DobField'
export { Checkbox } from './Checkbox'
export { Field, TextField, controlClasses, TextInput, type FieldControl } from './Field'
export { FieldError } from './FieldError'
export { fieldText } from './field-text'
export { RadioGroup } from './RadioGroup'
export { SelectField, type SelectOption } from './Select'
export { Html } from './Html'
export { ErrorShown, LoadingError, useErrorShown } from './LoadingError'
export { LatePart } from './LatePart'
export { useHost } from './host'
export { useLifetime } from './lifetime'
export { Modal } from './Modal'
export { ErrorSummary, Notice, type NoticeKind } from './Notice'
export { opensHere } from './opens-here'
export { PriceRange } from './PriceRange'
export { PriceText } from './PriceText'
export { scrollBehaviour, useAtLeast, useScrolledPast } from './screen'
export { Skeleton } from './Skeleton'
export { Spinner } from './Spinner'
export { Stepper } from './Stepper'
export { Tag, type TagKind } from './Tag'
export { useDropdown } from './useDropdown'
export { useNear, WhenNear } from './WhenNear'
export { whenUnfocused } from './when-unfocused'
