import { useLanguage } from '../../i18n/use-language.ts';
import { Logo } from '../../ui/logo.tsx';

/** The product's name in the script of the language. */
export function useBrandName(): string {
  return useLanguage() === 'ar' ? 'وصل' : 'Wasl';
}

/** The mark and the name beside it, in the script of the language. */
export function Brand() {
  const name = useBrandName();
  return (
    <>
      <Logo /> {name}
    </>
  );
}
