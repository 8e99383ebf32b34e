import 'i18next';

import type fr from './fr.json';

declare module 'i18next' {
  interface Catalogues {
    webhooks: typeof fr;
  }
}
