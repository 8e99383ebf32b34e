import { usePollingInterval } from '../../lib/http/polling-interval.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';

/** Milliseconds between polls without the change stream; a hidden page does not poll. */
const everyMs = 60_000;

/** Unread notices and messages, and messages by step. All callers share one call. */
export function useUnread() {
  const session = useSession();
  const { data } = useEndpoint('getUnread', session === null ? null : {}, {
    refreshInterval: usePollingInterval(everyMs),
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
