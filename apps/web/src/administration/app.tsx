import { useCallback, useEffect, useState } from 'react';

import { isNotFound } from '../lib/http/http.ts';
import { LoadingOrError } from '../ui/states.tsx';
import { noteAnswer, onSessionEnd } from './api/client.ts';
import { useCall } from './api/use-call.ts';
import { Frame } from './frame.tsx';
import { PlainPage } from './plain-page.tsx';
import { Lock } from './session/lock.tsx';
import { SetUpPage } from './session/set-up-page.tsx';
import { SignInPage } from './session/sign-in-page.tsx';

/**
 * Shows what the administrator of this browser may do next. After the end of a session the page stays, hidden below the
 * sign-in, so that nothing typed is lost.
 */
export function App() {
  const { data: administrator, error, reload } = useCall('readAdministrator', {});
  const [wasSignedIn, setSignedIn] = useState(false);
  const [showsCodes, setShowsCodes] = useState(false);
  const state = administrator?.state;
  if (state === 'signedIn' && !wasSignedIn) setSignedIn(true);
  useEffect(() => onSessionEnd(() => void reload()), [reload]);

  const isUnknown = isNotFound(error);
  useEffect(() => {
    // Here the server sends the portal, as at any unknown address.
    if (isUnknown) window.location.replace('/');
  }, [isUnknown]);

  const readAgain = useCallback(async () => {
    // Another window may have extended the session.
    if ((await reload())?.state === 'signedIn') noteAnswer();
  }, [reload]);

  if (isUnknown) return null;
  if (administrator === undefined) {
    return (
      <PlainPage>
        <LoadingOrError error={error} onRetry={reload} />
      </PlainPage>
    );
  }
  // The server shows the recovery codes once: another read, for a language for example, must not remove them.
  if (state === 'setUp' || showsCodes)
    return (
      <SetUpPage
        administrator={administrator}
        onConfirmed={() => setShowsCodes(true)}
        onDone={async () => {
          await reload();
          setShowsCodes(false);
        }}
      />
    );
  if (!wasSignedIn) return <SignInPage administrator={administrator} onDone={readAgain} />;
  return (
    <>
      <Frame administrator={administrator} isActive={state === 'signedIn'} onIdle={readAgain} />
      {state === 'signIn' ? <Lock administrator={administrator} onDone={readAgain} /> : null}
    </>
  );
}
