import { Button } from '@mantine/core';

import { chooseLanguage } from '../../i18n/choose-language.ts';
import { directionOf, languageOffers, offeredLanguage } from '../../lib/format/language.ts';

/** A first visit is in French: in the browser's own language it says that this can change. */
export function LanguageOffer() {
  const lang = offeredLanguage();
  if (lang === null) return null;
  return (
    <p lang={lang} dir={directionOf(lang)}>
      <Button variant="light" mb="md" onClick={() => void chooseLanguage(lang)}>
        {languageOffers[lang]}
      </Button>
    </p>
  );
}
