/** The legend of a calendar: what its marks mean. */
export function Legend() {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-2 py-2 text-small">
      <span className="inline-flex items-center gap-2">
        <span className="edge rounded-full bg-cheapest-tint px-2 font-bold text-cheapest">£</span>
        Cheapest in the week
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="stay h-5 w-6 rounded-tag border border-accent/40 bg-tint" />
        Your stay
      </span>
      <span className="text-muted">– No arrivals</span>
    </div>
  )
}
