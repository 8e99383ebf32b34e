import { useEffect } from 'react';

import { arrivalNote } from '../lib/session/arrival.ts';
import { currentLanguage } from '../lib/format/language.ts';
import { loadConfig } from '../lib/http/config.ts';
import { isPlaceKept, rememberPlace } from '../lib/session/session.ts';
import { PageSkeleton } from '../ui/states.tsx';

/** Leaves the application for the landing page of the language, where one signs in. */
export function LoginPage() {
  useEffect(() => {
    void loadConfig().then(({ landingUrls }) => {
      const landing = landingUrls[currentLanguage()];
      // Whoever was sent away from a page, or has something to be told, comes to sign in: on a phone the form is below the fold.
      const isComingBack = (isPlaceKept() || arrivalNote() !== null) && !landing.includes('#');
      window.location.replace(isComingBack ? `${landing}#sign-in` : landing);
    });
  }, []);
  return <PageSkeleton />;
}

/** On the way there from a page that needs a session: the place is kept for after the sign-in. */
export function rememberAndLeave(): '/login' {
  rememberPlace();
  return '/login';
}
