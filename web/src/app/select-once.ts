/**
 * Stands in for `use-sync-external-store/with-selector` in the server's build. A page is rendered
 * once there, from a state that does not change, so nothing is subscribed to or remembered.
 */
export function useSyncExternalStoreWithSelector<State, Selected>(
  _subscribe: unknown,
  getState: () => State,
  getServerState: (() => State) | undefined,
  select: (state: State) => Selected,
): Selected {
  return select((getServerState ?? getState)())
}
