import { fetchEarly } from './fetch-early.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

// A server that answers every address with this page still shows the landing page, in its own small file.
if (/^\/landing\/\w\w\/?$/.test(window.location.pathname)) {
  const { startLanding } = await import('../landing/start.tsx');
  await startLanding(root);
} else {
  // Asked for first, the library's sheets stand before those of the page, which may say otherwise.
  const starting = import('./start.tsx');
  fetchEarly(window.location.pathname);
  const { start } = await starting;
  await start(root);
}
