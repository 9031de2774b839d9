import { useCallback, useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'
import { useAppDispatch, defineCall } from '../../api'
import type { MenuChannel } from '../../api/schema'
import { brand } from '../../brands'
import type { MegaPanel } from './MegaPanel'
import { useDismiss } from './useDismiss'

/** A title opens its menu when the pointer has rested on it for this long. */
const HOVER_MS = 500
/** An open menu closes when the pointer has been away from it for this long. */
const LEAVE_MS = 300

/** The menu file: channel code → menu. */
export type MegaMenu = Readonly<Record<string, MenuChannel>>

/** GET /json-files/{menu file}: the sections of each channel's menu. */
const megaMenuCall = defineCall<void, MegaMenu>({
  name: 'GET_MEGA_MENU',
  path: `/json-files/${brand.header.megaMenu}`,
  bare: true,
  once: true,
})

/** The menus, and the component that shows one. */
interface LoadedMenus {
  menus: MegaMenu
  Panel?: typeof MegaPanel
}

const noMenus: LoadedMenus = { menus: {} }

/**
 * The menus of the channels, and `load`, which loads them and the code of their panel, once. A failure
 * is only logged: the titles are links without menus then.
 */
export function useMegaMenus(): LoadedMenus & { load: () => void } {
  const dispatch = useAppDispatch()
  const [loaded, setLoaded] = useState(noMenus)
  const state = useRef<'none' | 'loading' | 'loaded'>('none')
  const load = useCallback(() => {
    if (state.current !== 'none') return
    state.current = 'loading'
    const failed = (why: unknown) => {
      state.current = 'none'
      console.warn('the menu could not be loaded', why)
    }
    Promise.all([dispatch(megaMenuCall.run()), import('./MegaPanel')]).then(
      ([answer, { MegaPanel: Panel }]) => {
        if (!answer.ok) return failed(answer.error.status)
        state.current = 'loaded'
        setLoaded({ menus: withLinks(answer.data), Panel })
      },
      failed,
    )
  }, [dispatch])
  return { ...loaded, load }
}

/** The menus that have links. Entries in a wrong format are left out. */
function withLinks(file: MegaMenu): MegaMenu {
  return Object.fromEntries(
    Object.entries(file).filter(
      ([, menu]) =>
        Array.isArray(menu.columns) && menu.columns.some(({ links }) => links?.length > 0),
    ),
  )
}

/**
 * Which channel's menu is open, and the handlers that open and close it. It is opened by a pointer
 * that rests on a title or comes from another open menu, or by its button; it is
 * closed by Escape, a press or the focus elsewhere, and on another page.
 */
export function useOpenMenu(address: string, hasMenu: (code: string) => boolean) {
  const [opened, setOpened] = useState<{ code: string; on: string }>()
  // Another page closes the menu.
  const open = opened?.on === address ? opened.code : undefined
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const nav = useRef<HTMLElement>(null)

  const show = (code: string | undefined) => {
    clearTimeout(timer.current)
    setOpened(code === undefined ? undefined : { code, on: address })
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useDismiss(
    nav,
    open !== undefined,
    () => show(undefined),
    () => {
      const inside = nav.current?.contains(document.activeElement)
      show(undefined)
      // The focus would disappear with the panel.
      if (inside && open !== undefined) document.getElementById(toggleId(open))?.focus()
    },
  )

  /** The event handlers of a channel's item, which contains its panel. */
  const itemProps = (code: string) => ({
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      clearTimeout(timer.current)
      if (open === code) return
      if (!hasMenu(code)) {
        if (open !== undefined) timer.current = setTimeout(() => show(undefined), LEAVE_MS)
        // The menu may be loaded while the pointer rests on the title.
        else timer.current = setTimeout(() => show(code), HOVER_MS)
      } else if (open !== undefined) show(code)
      else timer.current = setTimeout(() => show(code), HOVER_MS)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      clearTimeout(timer.current)
      if (open !== undefined) timer.current = setTimeout(() => show(undefined), LEAVE_MS)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      const focusLeft = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)
      if (focusLeft && open === code) show(undefined)
    },
  })
  const toggle = (code: string) => show(open === code ? undefined : code)
  return { open, nav, itemProps, toggle, close: () => show(undefined) }
}

/** The id of the button that opens a channel's menu. */
export function toggleId(code: string): string {
  return `menu-of-${code}`
}
