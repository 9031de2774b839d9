import { useEffect, useRef, useState } from 'react'
import { classes, IconButton } from '../../ui'
import { PauseIcon, PlayIcon } from '../../ui/icons'

/** Whether the visitor has stopped the film: it stays stopped on the next visit to the page. */
let stopped = false

/**
 * The hero's film, over the picture that stands for it: a muted, looping video that can be stopped.
 * It starts after everything else has loaded, and not by itself where the visitor prefers reduced
 * motion or saves data. Until its first picture is there, and where it cannot be loaded, it is not
 * seen.
 */
export function HeroFilm({ url }: { url: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [seen, setSeen] = useState(false)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let left = false
    if (!isCalm())
      // The visitor may have stopped it while the page was loading.
      void loaded().then(() =>
        left || stopped ? undefined : video.current?.play()?.catch(() => {}),
      )
    return () => {
      left = true
    }
  }, [])

  if (failed) return null
  return (
    <>
      <video
        ref={video}
        src={url}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
        tabIndex={-1}
        className={classes(
          'absolute inset-0 size-full object-cover object-right-bottom transition-opacity duration-300',
          seen ? 'opacity-100' : 'opacity-0',
        )}
        onPlay={() => setPlaying(true)}
        onPlaying={() => setSeen(true)}
        onPause={() => setPlaying(false)}
        onError={() => setFailed(true)}
      />
      <IconButton
        icon={playing ? PauseIcon : PlayIcon}
        label={playing ? 'Pause video' : 'Play video'}
        onClick={() => {
          stopped = playing
          if (playing) video.current?.pause()
          else void video.current?.play()?.catch(() => {})
        }}
        className="absolute top-4 right-gutter"
      />
    </>
  )
}

/** What Chromium knows about the connection. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether nothing may move or load by itself. */
function isCalm(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const slow = /^(?:slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
  return (
    slow ||
    connection?.saveData === true ||
    ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'].some(
      (query) => window.matchMedia(query).matches,
    )
  )
}

/** Settles when the page and everything in it has loaded. */
async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((done) => window.addEventListener('load', done, { once: true }))
}
