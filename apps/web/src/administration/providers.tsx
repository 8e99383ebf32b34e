import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

import { useLanguage } from '../i18n/use-language.ts';
import { directionOf } from '../lib/format/language.ts';
import { mantineTheme } from '../theme/mantine-theme.ts';
import { Notices } from '../ui/notices.tsx';

function FollowLanguage() {
  const lang = useLanguage();
  const { setDirection } = useDirection();
  useEffect(() => setDirection(directionOf(lang)), [lang, setDirection]);
  return null;
}

export function Providers({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={directionOf(useLanguage())} detectDirection={false}>
      {/* Variables and classes are style sheets of the build, because the content security policy refuses <style>
          elements. */}
      <MantineProvider
        theme={mantineTheme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <FollowLanguage />
        {children}
        <Notices />
      </MantineProvider>
    </DirectionProvider>
  );
}
