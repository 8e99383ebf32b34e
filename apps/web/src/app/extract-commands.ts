const commands = ['idparcoure', 'token', 'lang'] as const;

/** Removes the commands from the address at once, so that no token remains in it, in the history or in a referrer. */
export function extractCommands(location: Location, history: History): Map<string, string> {
  const url = new URL(location.href);
  const taken = new Map<string, string>();
  for (const name of commands) {
    const value = url.searchParams.get(name);
    // Only the query: a mailed link has a token of its own in the path.
    if (value !== null) taken.set(name, value);
    url.searchParams.delete(name);
  }
  if (taken.size > 0) history.replaceState(history.state, '', url);
  return taken;
}
