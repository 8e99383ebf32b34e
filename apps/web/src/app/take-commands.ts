const commands = ['idparcoure', 'token', 'lang'] as const;

/** Takes the commands out of the address, at once, so that no token stays in it, in the history or in a referrer. */
export function takeCommands(location: Location, history: History): Map<string, string> {
  const url = new URL(location.href);
  const taken = new Map<string, string>();
  for (const name of commands) {
    const value = url.searchParams.get(name);
    // The page of a mailed link has a token of its own in its path; this is only the query's.
    if (value !== null) taken.set(name, value);
    url.searchParams.delete(name);
  }
  if (taken.size > 0) history.replaceState(history.state, '', url);
  return taken;
}
