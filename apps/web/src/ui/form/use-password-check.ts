import { useDebouncedValue } from '@mantine/hooks';
import { type BodyInputOf, type Endpoints, newPassword, type ResponseOf } from '@wasl/contracts';
import { useEffect, useState } from 'react';

import { useEndpointAction } from '../../lib/http/use-endpoint.ts';

/** Owner of the password for the check; not needed with a session. */
export type PasswordOwner = Omit<BodyInputOf<Endpoints['checkPassword']>, 'password'>;
export type PasswordFault = ResponseOf<Endpoints['checkPassword']>['fault'];

const pauseMs = 400;

/**
 * Server's verdict on a new password that meets the specification's rules; undefined until it answers. The answer stays
 * in this component, so that no cache stores the password.
 */
export function usePasswordCheck(
  password: string,
  owner: PasswordOwner,
): PasswordFault | undefined {
  const { run } = useEndpointAction('checkPassword');
  const question = JSON.stringify({ ...owner, password });
  const [debounced] = useDebouncedValue(question, pauseMs);
  const [answer, setAnswer] = useState<{ to: string; fault: PasswordFault }>();
  useEffect(() => {
    const body = JSON.parse(debounced) as BodyInputOf<Endpoints['checkPassword']>;
    if (!newPassword.safeParse(body.password).success) return undefined;
    let isCurrent = true;
    run({ body }).then(
      ({ data }) => {
        if (isCurrent) setAnswer({ to: debounced, fault: data.fault });
      },
      // The form's own call reports a lost connection or an invalid link.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [run, debounced]);
  return answer?.to === question ? answer.fault : undefined;
}
