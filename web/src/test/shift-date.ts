/**
 * Sets the clock of a page ahead of the machine's. It runs on its own: browser tests send it into their
 * pages. Cookies, timers and the browser's own measurements keep the machine's time.
 */
export function shiftDate(ahead: number): void {
  const Real = Date
  const machine = Real.now.bind(Real)
  Real.now = () => machine() + ahead
  const Shifted = new Proxy(Real, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length > 0 ? args : [Real.now()], made) as Date,
    apply: () => new Real(Real.now()).toString(),
  })
  Real.prototype.constructor = Shifted
  globalThis.Date = Shifted
}
