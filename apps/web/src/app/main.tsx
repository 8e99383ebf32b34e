import { preferredLanguage } from '../lib/format/language.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';
import { tolerateTranslation } from '../lib/format/tolerate-translation.ts';
import { prefetchRoute } from './prefetch-route.ts';
import { extractCommands } from './extract-commands.ts';

tolerateTranslation();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

// A server that answers every address with this page still shows the landing page, in its own small chunk.
if (/^\/landing\/\w\w\/?$/.test(window.location.pathname)) {
  const { startLanding } = await retryUntilLoaded(() => import('../landing/start.tsx'));
  await startLanding(root);
} else {
  // Requested first, so that the library's style sheets come before those of the page, which override them.
  const starting = retryUntilLoaded(() => import('./start.tsx'));
  // Read before the commands are removed from the address, because `lang` is one of them.
  const lang = preferredLanguage();
  const commands = extractCommands(window.location, window.history);
  prefetchRoute(window.location, lang, commands.has('token'));
  const { start } = await starting;
  await start(root, lang, commands);
}
