/**
 * The icons of the product, one name each: Lucide, 20 px (16 in tags and
 * facts), stroke 2, current colour, decorative beside a word.
 */
export {
  ArrowLeft as ArrowLeftIcon,
  Award as AwardIcon,
  Calendar as CalendarIcon,
  Check as CheckIcon,
  ChevronDown as ChevronDownIcon,
  ChevronLeft as ChevronLeftIcon,
  ChevronRight as ChevronRightIcon,
  ChevronUp as ChevronUpIcon,
  CircleAlert as AlertIcon,
  CircleCheck as SuccessIcon,
  Clock as ClockIcon,
  ExternalLink as ExternalLinkIcon,
  Heart as HeartIcon,
  Info as InfoIcon,
  LocateFixed as LocateIcon,
  Mail as MailIcon,
  Menu as MenuIcon,
  MessageSquareQuote as QuoteIcon,
  Minus as MinusIcon,
  Pause as PauseIcon,
  Phone as PhoneIcon,
  Play as PlayIcon,
  Plus as PlusIcon,
  RotateCw as RetryIcon,
  Search as SearchIcon,
  Ticket as TicketIcon,
  Users as UsersIcon,
  X as CloseIcon,
} from 'lucide-react'
