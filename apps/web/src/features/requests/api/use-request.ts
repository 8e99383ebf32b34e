import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/**
 * Request of the address, always reloaded when the page opens: a form is filled from it, and stale data must not be
 * saved back.
 */
export function useAddressedRequest() {
  const { id = '' } = useParams();
  const { data, error, isValidating, reload } = useEndpoint(
    'getRequest',
    { params: { id } },
    { keepPreviousData: false, revalidateOnMount: false },
  );
  const [askedId, setAskedId] = useState<string | null>(null);
  const [freshId, setFreshId] = useState<string | null>(null);
  useEffect(() => {
    // SWR alone would reuse a call of the last two seconds. `error` reports a failure.
    void Promise.allSettled([reload()]).then(() => setAskedId(id));
  }, [id, reload]);
  const isFresh = askedId === id && data !== undefined && error === undefined && !isValidating;
  if (isFresh && freshId !== id) setFreshId(id);
  return { request: freshId === id ? data : undefined, error, reload };
}
