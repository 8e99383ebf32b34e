import { useLanguage } from '../../i18n/use-language.ts';
import { Logo } from './logo.tsx';

/** The mark and the name beside it, in the script of the language. */
export function Brand() {
  const lang = useLanguage();
  return (
    <>
      <Logo /> {lang === 'ar' ? 'وصل' : 'Wasl'}
    </>
  );
}
