import { Button } from '@mantine/core';

import { chooseLanguage } from '../../i18n/choose-language.ts';
import { directionOf, languageOffers, offeredLanguage } from '../../lib/format/language.ts';

/** On a first visit in French, offers the browser's language. */
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
