import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'

/**
 * Dispatches actions and thunks. A thunk names the part of the state that it
 * reads; the application's store holds the parts of all features.
 */
type AppDispatch = ThunkDispatch<never, unknown, UnknownAction>

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
