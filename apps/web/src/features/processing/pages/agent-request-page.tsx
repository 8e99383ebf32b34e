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
  // `/requests/answers` is the former address of the answers that an organisation stores.
  const isAnswers = id === 'answers';
  const { data, error, reload } = useEndpoint('getRequest', isAnswers ? null : { params: { id } });
  if (isAnswers) return <Navigate to="/organisation/answers" replace />;
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
