import { useEffect } from 'react';

import { arrivalNote } from '../lib/session/arrival.ts';
import { currentLanguage } from '../lib/format/language.ts';
import { loadConfig } from '../lib/http/config.ts';
import { isPlaceKept, rememberPlace } from '../lib/session/session.ts';
import { PageSkeleton } from '../ui/states.tsx';

/** Leaves the application for the landing page of the language, which has the sign-in form. */
export function LoginPage() {
  useEffect(() => {
    void loadConfig().then(({ landingUrls }) => {
      const landing = landingUrls[currentLanguage()];
      // A redirected visitor comes to sign in, and on a phone the form is below the fold.
      const isComingBack = (isPlaceKept() || arrivalNote() !== null) && !landing.includes('#');
      window.location.replace(isComingBack ? `${landing}#sign-in` : landing);
    });
  }, []);
  return <PageSkeleton />;
}

/** Redirects to the sign-in from a page that needs a session, and stores the place for the return. */
export function rememberAndLeave(): '/login' {
  rememberPlace();
  return '/login';
}
