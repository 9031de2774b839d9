import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'

/**
 * Dispatches actions and thunks. A thunk declares which parts of the state it reads; the
 * application's store has the parts of all features.
 */
type AppDispatch = ThunkDispatch<never, unknown, UnknownAction>

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
