import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { useAppDispatch } from '../../api'
import { BannerBox } from './BannerBox'
import { choose } from './choose'
import { selectConsent } from './consent'
import { useRoomBelow } from './room-below'

/** The banner at the bottom of the screen. */
export default function BannerText() {
  const dispatch = useAppDispatch()
  const banner = useRef<HTMLElement>(null)
  // Opened again by 'Cookie settings', which is far away from the banner.
  const asked = useSelector(selectConsent) !== 'unknown'
  useFocusWhile(asked, banner)
  useRoomBelow(banner)
  return (
    <section ref={banner} tabIndex={-1} aria-label="Cookies" className="cookie-banner">
      <BannerBox onChoose={(choice) => dispatch(choose(choice))} />
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
