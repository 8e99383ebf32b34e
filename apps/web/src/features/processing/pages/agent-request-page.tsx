import { places } from '@wasl/contracts';
import { Navigate, useParams } from 'react-router-dom';

import { ApiError } from '../../../lib/http/http.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Awaited } from '../../../ui/states.tsx';

/**
 * The address of a request is the beneficiary's page; it leads an agent to the file of their organisation's
 * step. A request that is none of their organisation's is not theirs to read.
 */
export default function AgentRequestPage() {
  const { id = '' } = useParams();
  const { data, error, reload } = useEndpoint('getRequest', { params: { id } });
  if (data !== undefined) {
    const { numRequest, processingStepId } = data;
    const place =
      processingStepId === null
        ? places.worklist(numRequest)
        : places.stepFile(data.id, processingStepId);
    return <Navigate to={place} replace />;
  }
  if (error instanceof ApiError && error.status < 500)
    return <Navigate to="/unauthorized" replace />;
  return <Awaited error={error} onRetry={reload} />;
}
