import type { RequestView } from '@wasl/contracts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/** Id of the request that the wizard just saved, from its navigation state. */
function savedIdOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('savedId' in state)) return null;
  return typeof state.savedId === 'number' ? state.savedId : null;
}

/** After the wizard: opens the check of the saved request once. */
export function useSavedCheck(open: (request: RequestView) => void): void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const id = savedIdOf(state);
  const { data } = useEndpoint('getRequest', id === null ? null : { params: { id } });
  const draft = id !== null && data?.id === id && data.abilities.canSubmit ? data : null;
  useEffect(() => {
    if (draft === null) return;
    open(draft);
    // A reload or Back does not open it again.
    void navigate('.', { replace: true, state: null });
  }, [draft, navigate, open]);
}
