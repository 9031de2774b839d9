import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { boxFromText, boxToText } from '../../rules/map-box'
import { Button, classes, Notice } from '../../ui'
import { MinusIcon, PlusIcon, SearchIcon } from '../../ui/icons'
import type { HolidayMap, Tiles } from './engine'
import type { FarMarks, Pin } from './pins'

/** The credit of the product's own map. Map tiles come with theirs. */
const CREDIT = 'Made with Natural Earth'

interface MapFrameProps {
  label: string
  pins: readonly Pin[]
  /** Set if there are more holidays than pins. */
  far?: FarMarks
  tiles?: Tiles
  /**
   * The area of the search, as the address has it; the map shows exactly this area. Without it, the
   * map shows all pins.
   */
  area?: string
  /** A key of what the pins show, such as a region. When it changes, the map moves to the pins. */
  placeKey: string
  selected?: string
  pointed?: string
  onSelect?: (id: string | undefined, byKey: boolean) => void
  /** If set, the visitor can search the area in view. */
  onSearchArea?: (area: string) => void
  className?: string
  /** Content on top of the map. */
  children?: ReactNode
}

/** A map with its controls. The map engine is loaded when a map is first shown. */
export function MapFrame({
  label,
  tiles,
  onSearchArea,
  className,
  children,
  ...shown
}: MapFrameProps) {
  const { container, engine, moved, failed, retry, searched } = useEngine({ tiles, ...shown })
  return (
    <section
      data-map
      aria-label={label}
      className={classes('relative isolate overflow-hidden bg-(--sea)', className)}
    >
      <div
        ref={container}
        role="group"
        aria-label="Map. The arrow keys move it, plus and minus zoom it."
        className="absolute inset-0"
      >
        {/* In the map's element, before its marks: Tab comes to them first, not after a hundred marks. */}
        <div className="contents">
          {moved && onSearchArea && engine ? (
            <div className="pointer-events-none absolute top-[76px] right-[68px] left-[76px] z-[1000] lg:top-4 lg:left-4">
              <Button
                className="pointer-events-auto shadow-float max-[359px]:px-2.5"
                icon={SearchIcon}
                onClick={() => {
                  const area = boxToText(engine.area())
                  searched(area)
                  onSearchArea(area)
                  // The button is gone now; the focus stays on the map.
                  container.current?.focus({ preventScroll: true })
                }}
              >
                Search this area
              </Button>
            </div>
          ) : null}
          <ZoomButtons engine={engine} />
        </div>
      </div>
      {failed ? (
        <div className="absolute inset-x-4 top-20 z-[1000] mx-auto max-w-[480px] max-lg:top-[136px]">
          <Notice kind="danger" live>
            The map could not be loaded.{' '}
            <button type="button" onClick={retry} className="font-semibold underline">
              Try again
            </button>
          </Notice>
        </div>
      ) : null}
      <p className="absolute bottom-0 left-0 z-[999] bg-surface/85 px-2 py-0.5 text-note">
        {tiles?.credit ?? CREDIT}
      </p>
      {children}
    </section>
  )
}

function ZoomButtons({ engine }: { engine: HolidayMap | undefined }) {
  const steps = [
    { name: 'Zoom in', by: 1, Icon: PlusIcon },
    { name: 'Zoom out', by: -1, Icon: MinusIcon },
  ]
  return (
    <div className="absolute right-4 top-4 z-[999] flex flex-col overflow-hidden rounded-field bg-surface shadow-float max-lg:top-[76px]">
      {steps.map(({ name, by, Icon }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          disabled={!engine}
          // When two taps follow quickly, Leaflet stops the second before it reaches onClick.
          onClickCapture={() => engine?.zoomBy(by)}
          className="inline-flex size-11 items-center justify-center -outline-offset-3 first:border-b first:border-line hover:bg-sunk"
        >
          <Icon size={22} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

/** Creates the map in its element and passes every change of the properties to it. */
function useEngine({
  pins,
  far,
  tiles,
  area,
  placeKey,
  selected,
  pointed,
  onSelect,
}: Pick<
  MapFrameProps,
  'pins' | 'far' | 'tiles' | 'area' | 'placeKey' | 'selected' | 'pointed' | 'onSelect'
>) {
  const container = useRef<HTMLDivElement>(null)
  const [engine, setEngine] = useState<HolidayMap>()
  const [moved, setMoved] = useState(false)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // An area that the visitor searched for from the map is already in view.
  const inView = useRef<string>(undefined)
  const select = useEffectEvent((id: string | undefined, byKey: boolean) => onSelect?.(id, byKey))

  useEffect(() => {
    let made: HolidayMap | undefined
    let left = false
    import('./engine')
      .then(({ HolidayMap }) => {
        if (left || !container.current) return
        made = new HolidayMap(
          container.current,
          {
            select: (id, byKey) => select(id, byKey),
            moved: () => setMoved(true),
            noBase: () => setFailed(true),
          },
          tiles,
        )
        setEngine(made)
      })
      .catch(() => setFailed(!left))
    return () => {
      left = true
      made?.remove()
      inView.current = undefined
      setEngine(undefined)
    }
  }, [tiles, attempt])

  useEffect(() => engine?.setPins(pins, far), [engine, pins, far])
  const fit = useEffectEvent(() => {
    if (!engine || (area !== undefined && area === inView.current)) return
    inView.current = area
    engine.fit(boxFromText(area))
    setMoved(false)
  })
  useEffect(() => fit(), [engine, placeKey, area])
  useEffect(() => engine?.select(selected), [engine, selected])
  useEffect(() => engine?.point(pointed), [engine, pointed])
  useEffect(() => {
    if (!engine || !container.current) return undefined
    const observer = new ResizeObserver(() => engine.resize())
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [engine])

  return {
    container,
    engine,
    moved,
    failed,
    searched: (text: string) => {
      inView.current = text
      setMoved(false)
    },
    retry: () => {
      setFailed(false)
      setAttempt((before) => before + 1)
    },
  }
}
