import { useState } from 'react';

import { useSession } from '../../../../lib/session/use-session.ts';
import { chosenColumns, storeColumns } from '../../rules/chosen-columns.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';

/** The columns that the signed-in agent chose, and how to change them. */
export function useChosenColumns(): ColumnChoiceProps {
  const userId = useSession()?.userId ?? '';
  const [shown, setShown] = useState(() => chosenColumns(userId));
  return {
    shown,
    onChange: (columns) => {
      storeColumns(userId, columns);
      setShown(columns);
    },
  };
}
