import 'i18next';

import type administration from './fr.json';

declare module 'i18next' {
  interface Catalogues {
    administration: typeof administration;
  }
}
