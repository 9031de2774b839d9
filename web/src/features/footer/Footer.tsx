import { useState, type ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { brand, footer, t, type FooterGroup } from '../../brands'
import { Logo } from '../../brands/Logo'
import { DEFAULT_CHANNEL } from '../../rules/channels'
import { AppLink, classes } from '../../ui'
import { ExternalLinkIcon, MinusIcon, PlusIcon } from '../../ui/icons'
import { selectRegionsOf, type RegionsByChannel } from '../catalogue'
import { CookieBanner, cookieSettingsOpened } from '../consent'
import { useFlag } from '../flags'
import { ExitPopup, NewsletterBlock } from '../newsletter'
import { isBookingPath } from '../page'
import { regionLinks } from './regions'

/** The social networks, in the order of their links. */
const networks = ['facebook', 'instagram', 'twitter', 'youtube', 'tiktok', 'linkedin'] as const
const networkNames: Readonly<Record<(typeof networks)[number], string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
}

/**
 * The footer of every page. On booking pages only the cookie banner, the social
 * links and the legal line remain.
 */
export function Footer() {
  const { pathname } = useLocation()
  const booking = isBookingPath(pathname)
  return (
    <footer>
      <CookieBanner />
      {booking ? null : <ExitPopup />}
      {booking ? null : (
        <>
          <NewsletterBlock />
          <TrustBlock />
        </>
      )}
      <div data-part="footer-end" className="on-ink bg-ink text-surface">
        <div className="page-width py-11">
          {booking ? null : <Navigation />}
          <div
            className={classes('flex flex-wrap items-center gap-x-7 gap-y-4', !booking && 'mt-7')}
          >
            <Logo kind="light" lazy />
            <SocialLinks />
            {booking ? null : <PaymentLogos />}
          </div>
          <LegalLine>{booking ? <CookieSettings /> : null}</LegalLine>
        </div>
      </div>
    </footer>
  )
}

function TrustBlock() {
  const claim = t('footer.trustClaim')
  const { reviewSite } = brand.urls
  if (!claim && !reviewSite) return null
  return (
    <section aria-label="Reviews" data-part="trust" className="trust">
      <div className="page-width">
        {claim ? <h2 className="display max-w-[420px] text-h2">{claim}</h2> : null}
        {reviewSite ? (
          <AppLink href={reviewSite} className="text-link inline-flex min-h-11 items-center gap-2">
            Read our reviews
            <ExternalLinkIcon size={16} aria-hidden="true" />
          </AppLink>
        ) : null}
      </div>
    </section>
  )
}

interface RootWithRegions {
  data: Parameters<typeof selectRegionsOf>[0]['data']
}

function Navigation() {
  const regions = useSelector((state: RootWithRegions): RegionsByChannel[string] =>
    selectRegionsOf(state, DEFAULT_CHANNEL),
  )
  const groups = footer.map((group) =>
    group.title === 'Find a holiday'
      ? { ...group, links: [...group.links, ...regionLinks(regions, DEFAULT_CHANNEL)] }
      : group,
  )
  const more: Readonly<Record<string, ReactNode>> = {
    Company: (
      <p className="mt-3 text-small">
        <strong className="block text-body">{t('support.phone')}</strong>
        {t('support.hours')}
      </p>
    ),
    Information: <CookieSettings />,
  }
  return (
    <nav
      aria-label="Footer"
      className={classes(
        'max-lg:border-t max-lg:border-surface/20 lg:grid lg:gap-7',
        groups.length > 4 ? 'lg:grid-cols-5' : 'lg:grid-cols-4',
      )}
    >
      {groups.map((group) => (
        <Group key={group.title} group={group}>
          {more[group.title]}
        </Group>
      ))}
    </nav>
  )
}

/** Shows the cookie banner again. */
function CookieSettings() {
  const dispatch = useDispatch()
  return (
    <button
      type="button"
      onClick={() => dispatch(cookieSettingsOpened())}
      className="min-h-8 text-left text-small hover:underline max-lg:min-h-11"
    >
      Cookie settings
    </button>
  )
}

function Group({ group, children }: { group: FooterGroup; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = `footer-${group.title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <div className="max-lg:border-b max-lg:border-surface/20">
      <h2 className="font-bold [text-transform:var(--display-case)]">
        <span className="mb-2 block max-lg:hidden">{group.title}</span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="footer-fold lg:hidden"
        >
          {group.title}
          {open ? (
            <MinusIcon size={20} aria-hidden="true" />
          ) : (
            <PlusIcon size={20} aria-hidden="true" />
          )}
        </button>
      </h2>
      <div id={id} className={classes('max-lg:pb-5', !open && 'max-lg:hidden')}>
        <ul>
          {group.links.map(({ title, path, external }) => (
            <li key={path}>
              <AppLink
                href={path}
                external={external}
                className="inline-flex min-h-8 items-center text-small hover:underline max-lg:min-h-11"
              >
                {title}
              </AppLink>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  )
}

function SocialLinks() {
  const links = networks.flatMap((network) => {
    const url = brand.socialMedia[network]
    return url ? [{ name: networkNames[network], url }] : []
  })
  if (links.length === 0) return null
  return (
    <ul aria-label="Social media" className="flex flex-wrap gap-x-5">
      {links.map(({ name, url }) => (
        <li key={name}>
          <AppLink
            href={url}
            className="inline-flex min-h-11 items-center text-small underline underline-offset-3"
          >
            {name}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

/** While the card provider takes payments, the wallet's logo is not shown. */
function PaymentLogos() {
  const cardProviderOn = useFlag('isWorldpayOn')
  const logos = ['Visa', 'Mastercard', 'Maestro', ...(cardProviderOn ? [] : ['PayPal'])]
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap gap-2 lg:ml-auto">
      {logos.map((name) => (
        <li
          key={name}
          className="rounded-tag bg-surface px-2 py-1 text-caption/5 font-bold text-ink uppercase"
        >
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The company that trades under the brand, which the law requires on every page. */
function LegalLine({ children }: { children: ReactNode }) {
  const { tradingName, companyName, companyNumber, address } = brand.legal
  return (
    <div className="mt-5 border-t border-surface/20 pt-4 text-note">
      <p>
        {tradingName} is a trading name of {companyName}, company number {companyNumber}, {address}.{' '}
        <AppLink href={`mailto:${brand.global.email}`} className="hover:underline">
          {brand.global.email}
        </AppLink>
      </p>
      {children}
    </div>
  )
}
