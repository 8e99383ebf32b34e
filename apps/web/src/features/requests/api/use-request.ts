import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { useEndpoint } from '../../../lib/use-endpoint.ts';

/**
 * The request named in the address, read afresh when the page opens: a form is filled from it, and
 * what was true a while ago must not be saved back.
 */
export function useAddressedRequest() {
  const { id = '' } = useParams();
  const { data, error, isValidating, reload } = useEndpoint(
    'getRequest',
    { params: { id } },
    { keepPreviousData: false, revalidateOnMount: true, dedupingInterval: 0 },
  );
  const [freshId, setFreshId] = useState<string | null>(null);
  if (data !== undefined && !isValidating && freshId !== id) setFreshId(id);
  return { request: freshId === id ? data : undefined, error, reload };
}
