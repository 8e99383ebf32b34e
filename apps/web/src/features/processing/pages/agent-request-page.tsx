import { places } from '@wasl/contracts';
import { Navigate, useParams } from 'react-router-dom';

import { ApiError } from '../../../lib/http/http.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { LoadingOrError } from '../../../ui/states.tsx';

/**
 * The beneficiary's address of a request; it redirects an agent to the page of their organisation's step. Requests of
 * other organisations are not readable.
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
  return <LoadingOrError error={error} onRetry={reload} />;
}
