import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Lets faked time go by, and what is drawn follow. */
export function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
