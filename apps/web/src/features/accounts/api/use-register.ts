import { useRef, useState } from 'react';

import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { identityUpload } from '../forms/identity-rules.ts';
import {
  agentPayload,
  beneficiaryPayload,
  type SignUpKind,
  type SignUpValues,
} from '../forms/sign-up-rules.ts';

export function useRegister(kind: SignUpKind) {
  const beneficiary = useEndpointAction('signUpBeneficiary');
  const agent = useEndpointAction('signUpAgentPartner');
  const identity = useEndpointAction('uploadIdentity');
  const [isRunning, setRunning] = useState(false);
  // A ref, because a double click before the next render must not create two accounts.
  const isBusy = useRef(false);

  /** Rejects when no account was created. @returns the error of the identity paper's upload, or null */
  const register = async (values: SignUpValues): Promise<unknown> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setRunning(true);
    try {
      if (kind !== 'ben') {
        await agent.run({ body: agentPayload(values) });
        return null;
      }
      const { data } = await beneficiary.run({ body: beneficiaryPayload(values) });
      const upload = identityUpload(data.data, values.identity);
      if (upload === null) return null;
      try {
        await identity.run(upload);
        return null;
      } catch (error) {
        return error;
      }
    } finally {
      isBusy.current = false;
      setRunning(false);
    }
  };
  return { register, isRunning, progress: identity.progress };
}
