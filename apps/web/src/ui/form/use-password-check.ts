import { useDebouncedValue } from '@mantine/hooks';
import { type BodyInputOf, type Endpoints, newPassword, type ResponseOf } from '@wasl/contracts';
import { useEffect, useState } from 'react';

import { useEndpointAction } from '../../lib/http/use-endpoint.ts';

/** Whose password it is, as the server is asked about it; a session needs nothing. */
export type PasswordOwner = Omit<BodyInputOf<Endpoints['checkPassword']>, 'password'>;
export type PasswordFault = ResponseOf<Endpoints['checkPassword']>['fault'];

const pauseMs = 400;

/**
 * What the server says of a new password that meets the specification's rules; undefined until it has answered. The answer
 * stays in this component: no cache keeps the password.
 */
export function usePasswordCheck(
  password: string,
  owner: PasswordOwner,
): PasswordFault | undefined {
  const { run } = useEndpointAction('checkPassword');
  const question = JSON.stringify({ ...owner, password });
  const [settled] = useDebouncedValue(question, pauseMs);
  const [answer, setAnswer] = useState<{ to: string; fault: PasswordFault }>();
  useEffect(() => {
    const body = JSON.parse(settled) as BodyInputOf<Endpoints['checkPassword']>;
    if (!newPassword.safeParse(body.password).success) return undefined;
    let isCurrent = true;
    run({ body }).then(
      ({ data }) => {
        if (isCurrent) setAnswer({ to: settled, fault: data.fault });
      },
      // The form's own call says what is wrong with the line or the link.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [run, settled]);
  return answer?.to === question ? answer.fault : undefined;
}
