import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { brand } from '../../brands'
import type { Contact } from '../../rules/contact'
import { UK_COUNTRY } from '../../rules/uk-country'
import { completeBooking } from './booking-slice'

/** The person who books, with the contact preferences. */
export interface UserDetails extends Contact {
  emailOpt: boolean
  smsOpt: boolean
  thirdOpt: boolean
}

const { emailOpt, smsOpt } = brand.user.optin

/** The initial values of the details form. The third-party box is never ticked beforehand. */
export const defaultUserDetails: UserDetails = {
  title: '',
  forename: '',
  surname: '',
  dob: '',
  email: '',
  telephone: '',
  address1: '',
  address2: '',
  town: '',
  county: '',
  postcode: '',
  country: UK_COUNTRY,
  emailOpt,
  smsOpt,
  thirdOpt: false,
}

export interface UserState {
  userId?: string
  details: UserDetails
}

const initialState: UserState = { details: defaultUserDetails }

const user = createSlice({
  name: 'USER',
  initialState,
  reducers: {
    setUserDetail: {
      prepare: <K extends keyof UserDetails>(key: K, value: UserDetails[K]) => ({
        payload: { [key]: value } as Partial<UserDetails>,
      }),
      reducer(state, { payload }: PayloadAction<Partial<UserDetails>>) {
        Object.assign(state.details, payload)
      },
    },
    /** The details were saved for the first time. */
    createUser(_, { payload }: PayloadAction<{ userId: string; details: UserDetails }>) {
      return payload
    },
    /** The details were saved again. */
    updateUserDetails(state, { payload }: PayloadAction<UserDetails>) {
      state.details = payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(completeBooking, () => initialState)
  },
})

export const userReducer = user.reducer
export const { setUserDetail, createUser, updateUserDetails } = user.actions
