import { shiftDate } from './shift-date'

// All files of a run have its time, which passes as fast as that of the machine. Files that share a
// process share its clock.
if (!('isShifted' in Date)) {
  shiftDate(Number(process.env.TEST_START) - Number(process.env.TEST_BEGAN))
  Object.assign(Date, { isShifted: true })
}
