import 'i18next';

import type fr from './fr.json';

declare module 'i18next' {
  interface Catalogues {
    phones: typeof fr;
  }
}
