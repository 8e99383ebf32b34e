import type { Endpoints, ResponseOf } from '@wasl/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';

import { call } from '../../../lib/http/api-client.ts';
import { storeLandingParams } from '../../../lib/session/landing-params.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { isTransient } from '../../../lib/http/use-endpoint.ts';
import { noticeDuration, notify } from '../../../ui/notify.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { runOncePerKey } from '../api/run-once-per-key.ts';
import { ConfirmByPassword } from '../components/confirm-by-password.tsx';
import { Outcome } from '../components/outcome.tsx';
import { useLeaveForLogin } from '../components/use-leave-for-login.ts';

type State =
  | { readonly is: 'running' | 'refused' | 'asked' }
  | { readonly is: 'done'; next: 'next' | 'nextAgent'; email: string }
  | { readonly is: 'away'; error: unknown };

function refusalOf(error: unknown): State {
  if (isTransient(error)) return { is: 'away', error };
  return error instanceof ApiError && error.code === 'SIGN_UP_PASSWORD_REQUIRED'
    ? { is: 'asked' }
    : { is: 'refused' };
}

/**
 * Page of the confirmation link: confirms the address and continues to the sign-in. One click is enough in the browser
 * of the sign-up; any other browser requires the password.
 */
export default function EmailConfirmationPage() {
  const { t } = useTranslation('accounts');
  const { token = '' } = useParams();
  const [state, setState] = useState<State>({ is: 'running' });
  const onDone = useCallback((answer: ResponseOf<Endpoints['confirmEmail']>) => {
    const next = answer.awaitsApproval === true ? 'nextAgent' : 'next';
    setState({ is: 'done', next, email: answer.email });
  }, []);
  const confirm = useCallback(() => {
    runOncePerKey(
      `confirm ${token}`,
      () => call('confirmEmail', { params: { token } }),
      isTransient,
    ).then(
      ({ data }) => onDone(data),
      (error: unknown) => setState(refusalOf(error)),
    );
  }, [token, onDone]);
  useEffect(confirm, [confirm]);
  const retry = (): void => {
    setState({ is: 'running' });
    confirm();
  };

  useEffect(() => {
    if (state.is === 'done') {
      const kind = state.next === 'nextAgent' ? 'confirmedAgent' : 'confirmed';
      storeLandingParams({ kind, email: state.email });
    }
    if (state.is === 'refused') storeLandingParams({ kind: 'linkDead' });
    if (state.is === 'done') notify.success(t('confirmation.done'), noticeDuration.account);
    if (state.is === 'refused') notify.error(t('confirmation.failed'));
  }, [state, t]);
  useLeaveForLogin(state.is === 'done' || state.is === 'refused');

  if (state.is === 'running') return <PageSkeleton />;
  if (state.is === 'away') return <ErrorState error={state.error} onRetry={retry} />;
  if (state.is === 'asked') return <ConfirmByPassword token={token} onDone={onDone} />;
  return state.is === 'done' ? (
    <Outcome tone="success" text={t('confirmation.done')} next={t(`confirmation.${state.next}`)} />
  ) : (
    <Outcome tone="error" text={t('confirmation.failed')} next={t('confirmation.again')} />
  );
}
