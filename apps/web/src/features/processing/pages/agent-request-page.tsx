import { places } from '@wasl/contracts';
import { Navigate, useParams } from 'react-router-dom';

import { ApiError } from '../../../lib/http.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';

/**
 * The address of a request is the beneficiary's page; it leads an agent to the row of the worklist, with its follow-up
 * open. A request that is none of their organisation's is not theirs to read.
 */
export default function AgentRequestPage() {
  const { id = '' } = useParams();
  const { data, error, reload } = useEndpoint('getRequest', { params: { id } });
  if (data !== undefined) {
    const { numRequest, processingStepId } = data;
    const step =
      processingStepId === null ? undefined : ({ id: processingStepId, opens: 'follow' } as const);
    return <Navigate to={places.worklist(numRequest, step)} replace />;
  }
  if (error instanceof ApiError && error.status < 500)
    return <Navigate to="/unauthorized" replace />;
  return error === undefined ? <PageSkeleton /> : <ErrorState error={error} onRetry={reload} />;
}
