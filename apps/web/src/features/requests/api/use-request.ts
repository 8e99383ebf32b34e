import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/**
 * The request named in the address, read afresh when the page opens: a form is filled from it, and
 * what was true a while ago must not be saved back.
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
    // On its own SWR would join a call of the last two seconds. A failure is told by `error`.
    void Promise.allSettled([reload()]).then(() => setAskedId(id));
  }, [id, reload]);
  const isFresh = askedId === id && data !== undefined && error === undefined && !isValidating;
  if (isFresh && freshId !== id) setFreshId(id);
  return { request: freshId === id ? data : undefined, error, reload };
}
