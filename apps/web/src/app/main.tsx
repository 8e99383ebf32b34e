import { fetchEarly } from './fetch-early.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

// A server that answers every address with this page still shows the landing page, in its own small file.
if (/^\/landing\/\w\w\/?$/.test(window.location.pathname)) {
  const { startLanding } = await import('../landing/start.tsx');
  await startLanding(root);
} else {
  fetchEarly(window.location.pathname);
  const { start } = await import('./start.tsx');
  await start(root);
}
