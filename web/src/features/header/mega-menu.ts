import { useCallback, useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'
import { useAppDispatch, defineCall } from '../../api'
import type { MenuChannel } from '../../api/schema'
import { brand } from '../../brands'
import { selectRegionsOf } from '../catalogue'
import { channelAndRegionChosen, chooseChannel, type SearchRoot } from '../search'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'

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

const noMenus: MegaMenu = {}

/**
 * The menus of the channels, and `load`, which requests them unless they are loaded or loading. A
 * failure is only logged: the titles stay links.
 */
export function useMegaMenus(): { menus: MegaMenu; load: () => void } {
  const dispatch = useAppDispatch()
  const [menus, setMenus] = useState(noMenus)
  const state = useRef<'none' | 'asked' | 'there'>('none')
  const load = useCallback(() => {
    if (state.current !== 'none') return
    state.current = 'asked'
    void dispatch(megaMenuCall.run()).then((answer) => {
      state.current = answer.ok ? 'there' : 'none'
      if (answer.ok) setMenus(withLinks(answer.data))
      else console.warn('the menu could not be loaded', answer.error.status)
    })
  }, [dispatch])
  return { menus, load }
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
 * The visitor followed an internal link of a channel's menu: sets the channel, and the region whose
 * id is the first number in the address. A link to a content page ('/a/') does not change the
 * region.
 */
export function menuLinkFollowed(channelId: string, url: string) {
  return (
    dispatch: ThunkDispatch<SearchRoot, unknown, UnknownAction>,
    getState: () => SearchRoot,
  ): void => {
    const regions = selectRegionsOf(getState(), channelId)
    const number = /\d+/.exec(url)?.[0]
    if (url.includes('/a/')) {
      dispatch(channelAndRegionChosen({ channelId, regionId: getState().search.regionId }))
    } else if (number !== undefined && regions[number]) {
      dispatch(channelAndRegionChosen({ channelId, regionId: number }))
    } else {
      dispatch(chooseChannel(channelId))
    }
  }
}

/**
 * Decides which channel's menu is open. It opens when the pointer rests on a title, at once if
 * another menu is open, or with the button beside the title. It closes with Escape, a press
 * outside, the focus elsewhere, or on another page.
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

  useEffect(() => {
    if (open === undefined) return
    const close = () => {
      clearTimeout(timer.current)
      setOpened(undefined)
    }
    const onPointerDown = (event: globalThis.PointerEvent) => {
      if (event.target instanceof Node && !nav.current?.contains(event.target)) close()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const inside = nav.current?.contains(document.activeElement)
      close()
      // The focus would disappear with the panel.
      if (inside) document.getElementById(toggleId(open))?.focus()
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [open])

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
      const left = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)
      if (left && open === code) show(undefined)
    },
  })
  const toggle = (code: string) => show(open === code ? undefined : code)
  return { open, nav, itemProps, toggle, close: () => show(undefined) }
}

/** The id of the button that opens a channel's menu. */
export function toggleId(code: string): string {
  return `menu-of-${code}`
}
