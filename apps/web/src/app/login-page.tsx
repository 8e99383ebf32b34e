import { useEffect } from 'react';

import { storedLandingParams } from '../lib/session/landing-params.ts';
import { currentLanguage } from '../lib/format/language.ts';
import { loadConfig } from '../lib/http/config.ts';
import { hasReturnPlace, storeReturnPlace } from '../lib/session/session.ts';
import { PageSkeleton } from '../ui/states.tsx';

/** Leaves the application for the landing page of the language, which has the sign-in form. */
export function LoginPage() {
  useEffect(() => {
    void loadConfig().then(({ landingUrls }) => {
      const landing = landingUrls[currentLanguage()];
      // A redirected visitor comes to sign in, and on a phone the form is below the fold.
      const isRedirected =
        (hasReturnPlace() || storedLandingParams() !== null) && !landing.includes('#');
      window.location.replace(isRedirected ? `${landing}#sign-in` : landing);
    });
  }, []);
  return <PageSkeleton />;
}

/** Redirects to the sign-in from a page that needs a session, and stores the place for the return. */
export function redirectToLogin(): '/login' {
  storeReturnPlace();
  return '/login';
}
