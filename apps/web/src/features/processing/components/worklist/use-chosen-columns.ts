import { useEffect, useRef, useState } from 'react';

import { call } from '../../../../lib/http/api-client.ts';
import { refresh } from '../../../../lib/http/refresh.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { chosenColumns, storeColumns } from '../../rules/chosen-columns.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';

/**
 * The columns that the signed-in agent chose, and how to change them. The account has them; the device's copy shows
 * them before the account's answer.
 */
export function useChosenColumns(): ColumnChoiceProps {
  const userId = useSession()?.userId ?? '';
  const [shown, setShown] = useState(() => chosenColumns(userId));
  const wasChanged = useRef(false);
  const columns = useEndpoint('getWorklistColumns', {}, { isQuiet: true }).data?.columns ?? null;
  useEffect(() => {
    if (columns === null || wasChanged.current) return;
    storeColumns(userId, columns);
    setShown(columns);
  }, [columns, userId]);
  return {
    shown,
    onChange: (chosen) => {
      wasChanged.current = true;
      storeColumns(userId, chosen);
      setShown(chosen);
      // Without a connection the choice stays on the device.
      void call('saveWorklistColumns', { body: { columns: [...chosen] } })
        .then(() => refresh('getWorklistColumns'))
        .catch(() => undefined);
    },
  };
}
