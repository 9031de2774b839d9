import { Logo } from '../parts/Logo'
import { AppLink } from '../../src/ui'
import { ROLES } from '../door/roles'
import { Button } from '../parts/Button'
import { MenuIcon, SearchIcon, SignOutIcon } from '../parts/icons'
import { COMMAND, Keys } from '../parts/Keys'
import { lastSearch } from '../search/last'
import { signOut, useMe } from '../session'

/** The bar at the top: the brand, the search, and who is signed in. */
export function Bar({
  onSearch,
  menu,
}: {
  onSearch: () => void
  menu: { open: boolean; toggle: () => void }
}) {
  const { person } = useMe()
  const { text } = lastSearch.use()
  return (
    <header className="on-ink no-print sticky top-0 z-30 flex h-(--bar) items-center gap-4 bg-ink px-4 text-surface lg:px-5">
      <Button
        look="bar"
        icon={MenuIcon}
        aria-expanded={menu.open}
        aria-controls="navigation"
        onClick={menu.toggle}
        className="lg:hidden"
      >
        Menu
      </Button>
      <AppLink href="/" aria-label="Today" className="shrink-0">
        <Logo />
      </AppLink>
      <span className="caption hidden border-l border-muted pl-4 text-surface xl:inline">
        Back office
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onSearch}
        className="control mx-auto flex w-full max-w-[440px] min-w-0 items-center gap-3 rounded-field border border-muted bg-bar-field px-3 text-left hover:border-surface"
      >
        <SearchIcon size={18} />
        <span className="min-w-0 flex-1 truncate">
          {text || 'Find a booking, guest, phone, amount…'}
        </span>
        <Keys keys={[COMMAND, 'K']} />
      </button>
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="hidden size-8 items-center justify-center rounded-full bg-deal text-note font-bold text-deal-ink md:inline-flex"
        >
          {initials(person.name)}
        </span>
        <span className="hidden text-note lg:block">
          <span className="block font-semibold">{person.name}</span>
          <span className="block">{ROLES[person.role]}</span>
        </span>
        <Button look="bar" icon={SignOutIcon} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </header>
  )
}

const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
