import { useRef, useState } from 'react'
import type { HeroTextData } from '../../api'
import { Button, IconButton, useAtLeast } from '../../ui'
import { PauseIcon, PlayIcon, SearchIcon } from '../../ui/icons'
import { isVideo, readImage } from './fields'

/** Where 'Search now' scrolls to: the search box's own id. */
const SEARCH_BOX_ID = 'search-box'

/** The head of the home page: heading and subheading over a scene or a silent film. */
export function HeroText({ data }: { data: HeroTextData }) {
  const hero = readImage(data.hero_image)
  const large = readImage(data.large_hero_image) ?? hero
  const mobile = readImage(data.mobile_hero_image) ?? hero
  const wide = useAtLeast('lg')
  const xl = useAtLeast('xl')
  const source = xl ? large : wide ? hero : mobile
  const headingImage = readImage(data.heading_image)

  return (
    <section className="relative">
      {source && isVideo(source.url) ? (
        <HeroVideo url={source.url} />
      ) : (
        <picture>
          {large ? <source media="(min-width: 1200px)" srcSet={large.url} /> : null}
          {mobile ? <source media="(max-width: 991px)" srcSet={mobile.url} /> : null}
          <img
            src={hero?.url ?? source?.url}
            alt={source?.alt ?? ''}
            width={1440}
            height={640}
            fetchPriority="high"
            className="h-(--hero,540px) w-full bg-sunk object-cover object-top lg:object-bottom lg:h-[560px]"
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
            <p className="mt-3 max-w-[28em] text-lead lg:mt-4 lg:max-w-[23em] lg:text-[22px]/[29px]">
              {data.subheading}
            </p>
          ) : null}
          {wide ? null : (
            <Button icon={SearchIcon} onClick={scrollToSearchBox} className="mt-4">
              Search now
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

function scrollToSearchBox() {
  document.getElementById(SEARCH_BOX_ID)?.scrollIntoView({ behavior: 'smooth', block: 'start' })
}

/** A muted, looping film that can be stopped; it does not start by itself where less motion is wanted. */
function HeroVideo({ url }: { url: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [calm] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [playing, setPlaying] = useState(!calm)
  return (
    <>
      <video
        ref={video}
        src={url}
        muted
        loop
        autoPlay={!calm}
        playsInline
        aria-hidden="true"
        className="h-(--hero,540px) w-full bg-sunk object-cover lg:h-[560px]"
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
