import { useEffect, useRef, useState } from 'react'
import type { HeroTextData } from '../../api'
import { Button, IconButton, scrollBehaviour, useAtLeast } from '../../ui'
import { PauseIcon, PlayIcon, SearchIcon } from '../../ui/icons'
import { PromotionButton } from '../promotion'
import { isVideo, readImage } from './fields'

/** The id of the search box, to which 'Search now' scrolls. */
const SEARCH_BOX_ID = 'search-box'

/**
 * As tall as leaves the picture's sky behind the text and its right side, where the home is, in
 * view at every width. A very wide screen has a taller picture instead of less sky.
 */
const FRAME =
  'h-(--hero,540px) w-full bg-sunk object-cover object-right-bottom lg:h-(--hero-wide,clamp(560px,35vw,880px)) lg:max-xl:object-[60%_100%]'

/** The top of the home page: heading and subheading over a picture or a silent video. */
export function HeroText({ data }: { data: HeroTextData }) {
  const hero = readImage(data.hero_image)
  const large = readImage(data.large_hero_image) ?? hero
  const mobile = readImage(data.mobile_hero_image) ?? hero
  const headingImage = readImage(data.heading_image)

  return (
    <section className="relative">
      {[hero, large, mobile].some((source) => source && isVideo(source.url)) ? (
        <HeroFilm hero={hero} large={large} mobile={mobile} />
      ) : (
        <picture>
          {large ? <source media="(min-width: 1200px)" srcSet={large.url} /> : null}
          {mobile ? <source media="(max-width: 991px)" srcSet={mobile.url} /> : null}
          <img
            src={(hero ?? large ?? mobile)?.url}
            alt={(hero ?? large ?? mobile)?.alt ?? ''}
            width={1440}
            height={640}
            fetchPriority="high"
            className={FRAME}
          />
        </picture>
      )}
      <div className="pointer-events-none absolute inset-x-0 top-0">
        <div className="page-width pt-7 lg:pt-14 [&_button]:pointer-events-auto">
          <h1 className="display max-w-[10em] text-hero">
            {headingImage ? (
              <img src={headingImage.url} alt={data.heading ?? headingImage.alt} />
            ) : (
              data.heading
            )}
          </h1>
          {data.subheading ? (
            <p className="mt-3 max-w-[28em] text-lead lg:mt-4 lg:max-w-[23em] lg:text-standfirst">
              {data.subheading}
            </p>
          ) : null}
          <Button icon={SearchIcon} onClick={scrollToSearchBox} className="mt-4 lg:hidden">
            Search now
          </Button>
          <PromotionButton onPassed={showSearchBox} />
        </div>
      </div>
    </section>
  )
}

function scrollToSearchBox() {
  document
    .getElementById(SEARCH_BOX_ID)
    ?.scrollIntoView({ behavior: scrollBehaviour(), block: 'start' })
}

/** Scrolls to the search box, and gives its first control the focus. */
function showSearchBox() {
  scrollToSearchBox()
  document
    .getElementById(SEARCH_BOX_ID)
    ?.querySelector<HTMLElement>('button, select, input')
    ?.focus({ preventScroll: true })
}

type Source = ReturnType<typeof readImage>

/**
 * The same with a video as one of its sources. Which source to use is known once the page has a
 * width, so that a phone does not load a large screen's video.
 */
function HeroFilm({ hero, large, mobile }: { hero: Source; large: Source; mobile: Source }) {
  const wide = useAtLeast('lg')
  const xl = useAtLeast('xl')
  const source = xl ? large : wide ? hero : mobile
  if (!source) return <div className={FRAME} />
  return isVideo(source.url) ? (
    <HeroVideo url={source.url} className={FRAME} />
  ) : (
    <img src={source.url} alt={source.alt} width={1440} height={640} className={FRAME} />
  )
}

/**
 * A muted, looping video that can be stopped. It does not start by itself where the visitor prefers
 * reduced motion.
 */
function HeroVideo({ url, className }: { url: string; className: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)

  useEffect(() => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches)
      void video.current?.play()?.catch(() => setPlaying(false))
  }, [])

  return (
    <>
      <video
        ref={video}
        src={url}
        muted
        loop
        playsInline
        aria-hidden="true"
        className={className}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <IconButton
        icon={playing ? PauseIcon : PlayIcon}
        label={playing ? 'Pause video' : 'Play video'}
        onClick={() => {
          if (playing) video.current?.pause()
          else void video.current?.play()
        }}
        className="absolute top-4 right-(--gutter)"
      />
    </>
  )
}
