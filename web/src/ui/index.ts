/** The parts that every screen is made of; they know nothing of holidays. */
export { AddressFields } from './AddressFields'
export { Accordion, type AccordionItem } from './Accordion'
export { AppLink, isExternal } from './AppLink'
export { Button, ButtonLink, IconButton, type ButtonSize, type ButtonVariant } from './Button'
export { Carousel, type PerView } from './Carousel'
export { useCheckedFields, type CheckedFields } from './checked-fields'
export { classes } from './classes'
export { DobField } from './DobField'
export {
  Checkbox,
  Field,
  FieldError,
  RadioGroup,
  Select,
  SelectField,
  TextField,
  TextInput,
  type FieldControl,
  type SelectOption,
} from './Field'
export { Html } from './Html'
export { ErrorShown, LoadingError, useErrorShown } from './LoadingError'
export { Modal } from './Modal'
export { ErrorSummary, Notice, type NoticeKind } from './Notice'
export { PriceText } from './PriceText'
export { breakpoints, useAtLeast, useScreenWidth, useScrolledPast } from './screen'
export { Skeleton } from './Skeleton'
export { Spinner } from './Spinner'
export { Stepper } from './Stepper'
export { Tag, type TagKind } from './Tag'
export { Toast } from './Toast'
