import { useParams } from 'react-router-dom';

import { useEndpoint } from '../../../lib/use-endpoint.ts';

/** The request named in the address; read afresh each time, since a form is filled from it. */
export function useAddressedRequest() {
  const { id = '' } = useParams();
  const { data, error, reload } = useEndpoint(
    'getRequest',
    { params: { id } },
    { keepPreviousData: false, revalidateIfStale: true },
  );
  return { request: data, error, reload };
}
