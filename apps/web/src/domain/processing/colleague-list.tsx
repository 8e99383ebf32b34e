import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import { useCurrentUser } from '../accounts/current-user.ts';
import { matchingItems } from './suggestion-trigger.ts';
import { SuggestionList } from './suggestion-list.tsx';

export interface Colleague {
  readonly id: string;
  readonly name: string;
}

/** Colleagues who can sign in, to mention one in a note. */
export default function ColleagueList({
  query,
  area,
  onChoose,
  onClose,
}: {
  /** Text after the `@`. */
  query: string;
  area: HTMLTextAreaElement;
  onChoose: (colleague: Colleague) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('answers');
  const user = useCurrentUser();
  const partnerId =
    user.data !== undefined && 'partner' in user.data ? user.data.partner?.id : undefined;
  const { data, error } = useEndpoint(
    'listColleagues',
    partnerId === undefined ? null : { params: { id: partnerId } },
  );
  const everybody = data
    ?.filter(({ state, isSelf }) => state === 'active' && !isSelf)
    .map(({ id, prenom, nom }): Colleague => ({ id, name: `${prenom} ${nom}` }));
  const found = everybody && matchingItems(everybody, query, ({ name }) => name);
  return (
    <SuggestionList
      items={found}
      error={user.error ?? error}
      label={t('colleagues.label')}
      count={
        found === undefined || found.length === 0
          ? t(everybody?.length === 0 ? 'colleagues.none' : 'colleagues.noMatch')
          : t('colleagues.count', { count: found.length })
      }
      query={query}
      area={area}
      keyOf={({ id }) => id}
      onChoose={onChoose}
      onClose={onClose}
    >
      {({ name }) => <bdi>{name}</bdi>}
    </SuggestionList>
  );
}
