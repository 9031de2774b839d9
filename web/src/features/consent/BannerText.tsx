import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { brand } from '../../brands'
import { AppLink, Button } from '../../ui'
import { choose } from './choose'
import { selectConsent } from './consent'

/** The banner at the bottom of the screen. Accepting and rejecting are equally easy. */
export default function BannerText() {
  const dispatch = useAppDispatch()
  const banner = useRef<HTMLElement>(null)
  // Opened again by 'Cookie settings', which is far away from the banner.
  const asked = useSelector(selectConsent) !== 'unknown'
  useFocusWhile(asked, banner)
  useRoomBelow(banner)
  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label="Cookies"
      className="fixed inset-x-0 bottom-0 z-(--z-notice) border-t-[3px] border-ink bg-surface"
    >
      <div className="page-width flex flex-col gap-3 py-4 md:flex-row md:items-center md:justify-between md:gap-6">
        <p className="max-lg:text-detail/[22px]">
          We use cookies to make this site work and, if you agree, to measure visits and adverts.{' '}
          <AppLink href={brand.urls.privacyPolicy} className="text-link">
            Privacy & Cookies Policy.
          </AppLink>
        </p>
        <div className="flex shrink-0 gap-2.5">
          <Button
            variant="secondary"
            className="min-w-[120px] flex-1"
            onClick={() => dispatch(choose('accepted'))}
          >
            OK
          </Button>
          <Button
            variant="secondary"
            className="min-w-[120px] flex-1"
            onClick={() => dispatch(choose('rejected'))}
          >
            Reject
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Gives an element the focus when it appears, and returns the focus when it goes. */
function useFocusWhile(wanted: boolean, element: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!wanted) return
    const before = document.activeElement
    element.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
    // Only when the banner opens: the choice changes while it is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

/**
 * Leaves room for the banner at the end of the page, and keeps what takes the focus out from under
 * it.
 */
function useRoomBelow(banner: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = banner.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const height = `${element.offsetHeight}px`
      style.scrollPaddingBottom = height
      document.body.style.paddingBottom = height
    }
    // Its height changes with the window, the size of texts and a font that arrives late.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = document.body.style.paddingBottom = ''
    }
  }, [banner])
}
