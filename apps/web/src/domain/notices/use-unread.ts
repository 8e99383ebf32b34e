import { useEvery } from '../../lib/http/live.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';

/** How often the server is asked what is new, where it does not tell by itself; not while the page is hidden. */
const everyMs = 60_000;

/** What waits to be read: notices, messages, and messages by step. One call for all who ask. */
export function useUnread() {
  const session = useSession();
  const { data } = useEndpoint('getUnread', session === null ? null : {}, {
    refreshInterval: useEvery(everyMs),
    revalidateOnFocus: true,
    isQuiet: true,
  });
  return {
    isKnown: data !== undefined,
    notices: data?.notices ?? 0,
    messages: data?.messages ?? 0,
    ofStep: (stepId: number | null) =>
      data?.steps.find((step) => step.stepId === stepId)?.unread ?? 0,
  };
}
