import type { ReactNode } from 'react'
import { ROLES } from '../door/roles'
import { Page } from '../parts/Page'
import { useMay, useMe } from '../session'
import type { Permission } from '../contract'

/** A screen for those who may open it. The server decides; others are told what they may not. */
export function Permitted({
  may,
  title,
  children,
}: {
  may: Permission
  title: string
  children: ReactNode
}) {
  const allowed = useMay()(may)
  const { person } = useMe()
  if (allowed) return children
  return (
    <Page title={title}>
      <p>
        {`This screen is not for ${ROLES[person.role].toLowerCase()}. A manager can change what you may do.`}
      </p>
    </Page>
  )
}
