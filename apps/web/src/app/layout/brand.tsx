import { useLanguage } from '../../i18n/use-language.ts';
import { Logo } from '../../ui/logo.tsx';

/** Product name in the script of the language. */
export function useBrandName(): string {
  return useLanguage() === 'ar' ? 'وصل' : 'Wasl';
}

export function Brand() {
  const name = useBrandName();
  return (
    <>
      <Logo /> {name}
    </>
  );
}
