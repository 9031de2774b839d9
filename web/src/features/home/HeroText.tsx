import { lazy } from 'react'
import { useSelector } from 'react-redux'
import type { HeroTextData, ImageField } from '../../api'
import { buttonClasses, classes, LazyPart, scrollBehaviour, useAtLeast } from '../../ui'
import { SearchIcon } from '../../ui/icons'
import { PromotionButton, selectBoxContent, selectIsReader } from '../promotion'
import { isVideo, readImage } from './fields'
import { useInBrowser } from './in-browser'

/** The id of the search box, to which 'Search now' scrolls. */
const SEARCH_BOX_ID = 'search-box'
const TO_SEARCH_BOX = `#${SEARCH_BOX_ID}`

/** Few brands have a film, so its code is separate. */
const HeroFilm = lazy(async () => ({ default: (await import('./HeroFilm')).HeroFilm }))

/**
 * As tall as leaves the picture's sky behind the text and its right side, where the home is, in
 * view at every width; larger text makes it taller. A very wide screen has a taller picture instead of
 * less sky.
 */
const FRAME = 'min-h-(--hero,540px) bg-sunk lg:min-h-(--hero-wide,clamp(560px,35vw,880px))'

/** The top of the home page: heading and subheading over a picture or a silent film. */
export function HeroText({ data }: { data: HeroTextData }) {
  const headingImage = readImage(data.heading_image)
  const gated = useSelector(selectBoxContent) === 'gate'
  const isReader = useSelector(selectIsReader)
  // Who has entered the code words is not asked for them.
  const subheading = isReader
    ? 'Your code words are in. The calendar shows the offer dates.'
    : data.subheading
  return (
    <section className={classes('relative', FRAME)}>
      <HeroPicture data={data} gated={gated} />
      <div className="pointer-events-none relative">
        <div
          className={classes(
            'page-width pt-7 pb-7 lg:pt-14 lg:pb-26 [&_a]:pointer-events-auto [&_button]:pointer-events-auto',
            gated && LEFT_OF_GATE,
          )}
        >
          <h1 className="display max-w-[10em] text-hero">
            {headingImage ? (
              <img src={headingImage.url} alt={data.heading ?? headingImage.alt} />
            ) : (
              data.heading
            )}
          </h1>
          {subheading ? (
            <p className="mt-3 max-w-[28em] text-lead text-balance lg:mt-4 lg:max-w-[23em] lg:text-standfirst">
              {subheading}
            </p>
          ) : null}
          <SearchNow />
          <PromotionButton href={TO_SEARCH_BOX} onPassed={showSearchBox} />
        </div>
      </div>
    </section>
  )
}

/** On a phone, scrolls to the search box. It is a link, which also works without script. */
function SearchNow() {
  return (
    <a
      href={TO_SEARCH_BOX}
      onClick={(event) => {
        event.preventDefault() // no entry in the history
        scrollToSearchBox()
      }}
      className={buttonClasses({ variant: 'primary', className: 'mt-4 lg:hidden' })}
    >
      <SearchIcon size={20} aria-hidden="true" />
      <span>Search now</span>
    </a>
  )
}

function scrollToSearchBox() {
  document
    .getElementById(SEARCH_BOX_ID)
    ?.scrollIntoView({ behavior: scrollBehaviour(), block: 'start' })
}

/** Scrolls to the search box, and gives its first visible control the focus. */
function showSearchBox() {
  scrollToSearchBox()
  const box = document.getElementById(SEARCH_BOX_ID)
  const controls = Array.from(box?.querySelectorAll<HTMLElement>('button, select, input') ?? [])
  const first = controls.find((control) => control.offsetParent !== null) ?? controls[0]
  first?.focus({ preventScroll: true })
}

/** The gate, 520 px wide, is at the right. */
const LEFT_OF_GATE = 'lg:pr-[calc(var(--gutter)+544px)]'

/**
 * The picture for each width. Where the source is a film, its poster is the picture, and the film
 * comes over it in the browser, once the page has a width: a phone loads neither a large screen's
 * film nor the code that shows it. While the promotion gate covers the right side, the picture has its
 * home at the left.
 */
function HeroPicture({ data, gated }: { data: HeroTextData; gated: boolean }) {
  const inBrowser = useInBrowser()
  const wide = useAtLeast('lg')
  const xl = useAtLeast('xl')
  const hero = shown(data.hero_image, data.hero_poster)
  const large = shown(data.large_hero_image, data.large_hero_poster ?? data.hero_poster)
  const mobile = shown(data.mobile_hero_image, data.hero_poster)
  const films = {
    hero: hero.film,
    large: data.large_hero_image ? large.film : hero.film,
    mobile: data.mobile_hero_image ? mobile.film : hero.film,
  }
  const film = xl ? films.large : wide ? films.hero : films.mobile
  const hasFilm = Object.values(films).some(Boolean)
  const beside = gated && !hasFilm ? data.gate_hero_image : undefined
  const image = hero.picture ?? large.picture ?? mobile.picture
  return (
    <>
      {image ? (
        <picture>
          {beside ? <source media="(min-width: 992px)" srcSet={beside} /> : null}
          {large.picture ? <source media="(min-width: 1200px)" srcSet={large.picture.url} /> : null}
          {mobile.picture ? (
            <source media="(max-width: 991px)" srcSet={mobile.picture.url} />
          ) : null}
          <img
            src={image.url}
            alt={image.alt}
            width={1440}
            height={640}
            fetchPriority="high"
            className={classes(
              'absolute inset-0 size-full object-cover object-right-bottom',
              beside
                ? 'lg:object-bottom lg:max-xl:object-[43%_100%]'
                : 'lg:max-xl:object-[60%_100%]',
            )}
          />
        </picture>
      ) : null}
      {film && inBrowser ? (
        <LazyPart>
          <HeroFilm key={film} url={film} />
        </LazyPart>
      ) : null}
    </>
  )
}

/** A source as what is shown: a picture, or a film with the picture that stands for it. */
function shown(source: ImageField | undefined, poster: string | undefined) {
  const image = readImage(source)
  if (!image || !isVideo(image.url)) return { picture: image, film: undefined }
  return { picture: readImage(poster), film: image.url }
}
