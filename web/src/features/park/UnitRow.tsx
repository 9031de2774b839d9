import type { Unit, UnitType } from '../../api/schema'
import { imageUrl } from '../../brands'
import { parseDate } from '../../rules/dates'
import { formatMoney, formatPence, toPence } from '../../rules/money'
import type { StayUnit } from '../../rules/park-units'
import { onlyLeftText, savingOf } from '../../rules/unit-marks'
import { unitRowId } from '../../rules/unit-row'
import { plural } from '../../rules/plural'
import { Button, buttonClasses, classes, Notice, PriceText, Tag } from '../../ui'
import { useDayText } from '../catalogue'
import { track } from '../analytics'
import { Feature } from '../park-card'
import type { PromoPrice } from '../promotion'
import { Picture } from './Picture'
import { WatchLink } from './WatchLink'

/** A unit with its stay and its type. */
export type ShownUnit = StayUnit<Unit, UnitType>

/** Another company's site on which a park is booked. */
interface Affiliate {
  url: string
  operator: string
}

/** The largest number of features listed after a unit's rooms. */
const MAX_FEATURES = 3

/** Facts that come from fields of a unit. The unit's features may contain them too. */
const DOGS = 'Dogs welcome'
const DISABLED_ACCESS = 'Disabled Access'

/** A unit in the list: picture, facts, price and 'Book'. */
export function UnitRow({
  unit,
  guests,
  image,
  features,
  busy,
  affiliate,
  promo,
  failure,
  onView,
  onBook,
  parkId,
}: {
  unit: ShownUnit
  guests: number
  /** The content host's picture, where it has one. */
  image: string | undefined
  /** Names of the features, by id. */
  features: ReadonlyMap<number, string>
  /** Its booking is being started. */
  busy: boolean
  /** The other company's site, for a park that is booked there. */
  affiliate: Affiliate | undefined
  /** What the stay costs with the visitor's code words, if it is on a date of the promotion. */
  promo: PromoPrice | undefined
  /** Why the last 'Book' failed. The message takes the focus. */
  failure: string | undefined
  /** The unit's details were opened. */
  onView: (unit: ShownUnit) => void
  onBook: (unit: ShownUnit, withWords: boolean) => void
  /** The park, once it is known: the price can be watched. */
  parkId?: string | undefined
}) {
  const saving = savingOf(unit)
  const arrival = parseDate(unit.arrivalDate)
  const leftText = onlyLeftText(unit.unitsLeft)
  const { shortDay } = useDayText()
  const name = unit.name ?? unit.unitDesc
  const featureNames = (unit.features ?? []).flatMap((id) => features.get(id) ?? [])
  return (
    <li id={unitRowId(unit.unitType)} data-part="unit-row" className="card unit-row scroll-mt-4">
      <img
        src={image || unit.image || imageUrl(`units/${unit.unitType}`)}
        alt=""
        width={800}
        height={533}
        loading="lazy"
        decoding="async"
        className="bg-skeleton object-cover"
      />
      <div className="card-text">
        {saving || leftText ? (
          <p className="mb-2 flex flex-wrap gap-2">
            {saving ? <Tag kind="deal">{`SAVE ${formatPence(saving)}`}</Tag> : null}
            {leftText ? <Tag kind="left">{leftText}</Tag> : null}
          </p>
        ) : null}
        <h3 className="display text-h3">{name}</h3>
        {unit.unitDesc && unit.unitDesc !== name ? (
          <p className="text-muted">{unit.unitDesc}</p>
        ) : null}
        <UnitFacts unit={unit} featureNames={featureNames} />
        {unit.desc ? <p className="mt-3 max-w-[60ch] text-detail text-muted">{unit.desc}</p> : null}
        <Details unit={unit} featureNames={featureNames} onOpen={() => onView(unit)} />
        {saving ? <Breakdown unit={unit} saving={saving} /> : null}
      </div>
      <div className="card-text">
        <div className="flex items-end justify-between gap-3 lg:items-start">
          <p className="text-small">
            <b className="block">{arrival && shortDay(arrival)}</b>
            <span>{`${plural(unit.nights, 'night')}, ${plural(guests, 'guest')}`}</span>
          </p>
          <UnitPrice unit={unit} saving={saving} promo={affiliate ? undefined : promo} />
        </div>
        <BookAction
          unit={unit}
          busy={busy}
          affiliate={affiliate}
          promo={affiliate ? undefined : promo}
          failure={failure}
          onBook={(withWords) => onBook(unit, withWords)}
        />
        {affiliate || !parkId ? null : <WatchUnit unit={unit} parkId={parkId} />}
      </div>
    </li>
  )
}

/** The price of the stay; with code words the price with them, and below it the one without. */
function UnitPrice({
  unit,
  saving,
  promo,
}: {
  unit: ShownUnit
  saving: number | undefined
  promo: PromoPrice | undefined
}) {
  if (!promo || promo.saving <= 0) {
    return (
      <PriceText
        amount={unit.unitPrice}
        was={saving ? unit.fullPrice : undefined}
        size="md"
        className="text-right"
      />
    )
  }
  const line = classes('block text-small text-muted', promo.pending && 'invisible')
  return (
    <p className="text-right">
      <span className={line}>With your code words</span>
      <PriceText amount={promo.pending ? unit.unitPrice : promo.price} size="md" />
      <span className={line}>{formatMoney(unit.unitPrice)} without</span>
    </p>
  )
}

/**
 * 'Book' or the link to the affiliate's site, how it is paid, and the error. With code words, the
 * stay can also be booked without them, at its price for everybody and by deposit.
 */
function BookAction({
  unit,
  busy,
  affiliate,
  promo,
  failure,
  onBook,
}: {
  unit: ShownUnit
  busy: boolean
  affiliate: Affiliate | undefined
  promo: PromoPrice | undefined
  failure: string | undefined
  onBook: (withWords: boolean) => void
}) {
  const deposit = toPence(unit.deposit) ? `${formatMoney(unit.deposit)} deposit today` : ''
  const name = unit.name ?? unit.unitDesc
  return (
    <div className="mt-4 text-center lg:mt-auto lg:pt-6">
      {affiliate ? (
        <a
          href={affiliate.url}
          onClick={() => track('affiliate_park_click', { operator: affiliate.operator })}
          target="_blank"
          rel="sponsored noopener"
          className={buttonClasses({ variant: 'primary', size: 'lg', fullWidth: true })}
        >
          Book on their site<span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <Button size="lg" fullWidth busy={busy} onClick={() => onBook(true)}>
          Book
          <span className="sr-only">
            {` ${name}${promo && !promo.pending ? ' with your code words' : ''}`}
          </span>
        </Button>
      )}
      {failure ? (
        <Notice kind="danger" live focused className="mt-3 text-left">
          <span className="whitespace-pre-line">{failure}</span>
        </Notice>
      ) : null}
      {promo ? (
        <p className={classes('mt-1.5 text-small text-muted', promo.pending && 'invisible')}>
          <span>Paid in full with your code words. </span>
          <button
            type="button"
            className="text-link min-h-8"
            aria-disabled={busy || undefined}
            onClick={() => onBook(false)}
          >
            Book without them<span className="sr-only">{`: ${name}`}</span>
          </button>
          <span>{`${promo.saving > 0 ? ` for ${formatMoney(unit.unitPrice)}` : ''}${deposit ? `, ${deposit}` : ''}`}</span>
        </p>
      ) : deposit ? (
        <p className="mt-1.5 text-small text-muted">{deposit}</p>
      ) : null}
    </div>
  )
}

function WatchUnit({ unit, parkId }: { unit: ShownUnit; parkId: string }) {
  return (
    <p className="mt-1 text-center empty:hidden">
      <WatchLink
        park={parkId}
        unit={unit.unitType}
        date={unit.arrivalDate}
        nights={unit.nights}
        text="Watch this price"
        name={unit.name ?? unit.unitDesc}
      />
    </p>
  )
}

function UnitFacts({ unit, featureNames }: { unit: ShownUnit; featureNames: readonly string[] }) {
  const inFields = new Set([unit.dogs === 'Y' && DOGS, unit.disabledAccess && DISABLED_ACCESS])
  const otherFacts = featureNames.filter((name) => !inFields.has(name)).slice(0, MAX_FEATURES)
  return (
    <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-detail">
      {unit.sleeps ? <Feature name={`Sleeps ${unit.sleeps}`} /> : null}
      {unit.bedrooms ? <Feature name={plural(unit.bedrooms, 'bedroom')} /> : null}
      {unit.bathrooms ? <Feature name={plural(unit.bathrooms, 'bathroom')} /> : null}
      {unit.dogs === 'Y' ? <Feature name={DOGS} /> : null}
      {unit.disabledAccess ? <Feature name={DISABLED_ACCESS} /> : null}
      {otherFacts.map((name) => (
        <Feature key={name} name={name} />
      ))}
    </ul>
  )
}

/** Pictures of a unit's rooms, its beds, and everything that it has. Works without script. */
function Details({
  unit: { unitType, images, beds },
  featureNames,
  onOpen,
}: {
  unit: ShownUnit
  featureNames: readonly string[]
  onOpen: () => void
}) {
  return (
    <details
      id={unitType}
      className="unit-details"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen()
        // When this code cannot be loaded, the details work, but Back does not close them.
        import('./details-in-history').then(
          (chunk) => chunk.keepInHistory(currentTarget),
          () => {},
        )
      }}
    >
      <summary className="fold">Pictures and details</summary>
      <div>
        {images?.map((image) => (
          <Picture key={image.src} image={image} className="w-full" />
        ))}
      </div>
      <ul>
        {beds?.map((room) => (
          <li key={room}>{room}</li>
        ))}
      </ul>
      <p>{featureNames.join(', ')}</p>
    </details>
  )
}

/** The full price, the discount and the discounted price. */
function Breakdown({ unit, saving }: { unit: ShownUnit; saving: number }) {
  return (
    <dl data-part="unit-prices" className="unit-prices tabular">
      <dt>Full Price</dt>
      <dd>{formatMoney(unit.fullPrice)}</dd>
      <dt>Discount</dt>
      <dd className="text-saving">{`−${formatPence(saving)}`}</dd>
      <dt>Discounted Price</dt>
      <dd>{formatMoney(unit.unitPrice)}</dd>
    </dl>
  )
}
