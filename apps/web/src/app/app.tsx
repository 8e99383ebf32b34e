import { useEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';

import { useCurrentUser } from '../domain/accounts/current-user.ts';
import { openPendingJourney, pendingJourney } from '../domain/journeys/pending-journey.ts';
import { endFirstPaint } from '../lib/http/first-paint.ts';
import { setPageLoader } from '../lib/routing/prefetch-page.ts';
import { takeReturnPlace } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';
import { guard } from './guards.ts';
import { fetchPage, lazyPage } from './lazy-page.tsx';
import { LoadingBar } from './layout/loading-bar.tsx';
import { LoginPage } from './login-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { TitleProvider } from '../ui/page-title.tsx';
import { appRoutes } from './routes.ts';
import { SlotsProvider } from './slots.tsx';

setPageLoader(fetchPage);
const pages = appRoutes.map((route) => ({ route, Page: lazyPage(route) }));

/** An unknown address: redirects to the requests with a session, and to the sign-in without. */
function Elsewhere() {
  return <Navigate to={guard(null, useSession()) ?? '/requests'} replace />;
}

function Login() {
  return useSession() === null ? <LoginPage /> : <BackWhereOneWas />;
}

/** A landing page of the deployment handed back a session: returns to the place where the last session ended. */
function BackWhereOneWas() {
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    void navigate(takeReturnPlace(), { replace: true });
  }, [navigate]);
  return null;
}

/** Opens the wizard once per session when a journey is pending and the person is qualified. */
function BeginPendingJourney() {
  const session = useSession();
  const isWaiting = session?.role === 'BENEFICIAIRE' && pendingJourney() !== null;
  return isWaiting ? <WhenQualified /> : null;
}

function WhenQualified() {
  const { data } = useCurrentUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isQualified = data !== undefined && data.qualification !== null;
  useEffect(() => {
    if (!isQualified || !openPendingJourney()) return;
    if (pathname !== '/newRequest') void navigate('/newRequest');
  }, [isQualified, navigate, pathname]);
  return null;
}

export function App() {
  useEffect(endFirstPaint, []);
  return (
    <TitleProvider>
      <LoadingBar />
      <BeginPendingJourney />
      <SlotsProvider>
        <Routes>
          {pages.map(({ route, Page }) => (
            <Route
              key={route.path}
              path={route.path}
              element={<PageFrame route={route} Page={Page} />}
            />
          ))}
          <Route path="/login" element={<Login />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </SlotsProvider>
    </TitleProvider>
  );
}
