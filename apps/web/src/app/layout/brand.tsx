import { useLanguage } from '../../i18n/use-language.ts';
import { Logo } from '../../ui/logo.tsx';

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
