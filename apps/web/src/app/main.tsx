export {};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

// A server that answers every address with this page still shows the landing page, in its own small file.
if (/^\/landing\/\w\w\/?$/.test(window.location.pathname)) {
  const { startLanding } = await import('../landing/start.tsx');
  await startLanding(root);
} else {
  const { start } = await import('./start.tsx');
  await start(root);
}
