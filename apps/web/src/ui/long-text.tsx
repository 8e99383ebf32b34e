import { Stack } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import layout from './layout/layout.module.css';
import styles from './long-text.module.css';

/** User-written text with its line breaks and a direction per paragraph. A long text is collapsed to a few lines. */
export function LongText({
  text,
  isAlwaysWhole = false,
}: {
  text: string;
  isAlwaysWhole?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLParagraphElement>(null);
  const [isWhole, setWhole] = useState(isAlwaysWhole);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // Truncation is measurable only while collapsed; it depends on the width.
    const look = () => {
      if (!isWhole) setCut(element.scrollHeight > element.clientHeight + 1);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWhole, text]);
  return (
    <Stack gap={4} align="flex-start" miw={0}>
      <p
        ref={box}
        id={id}
        dir="auto"
        className={`${styles['text'] ?? ''} ${isWhole ? '' : (styles['folded'] ?? '')}`}
      >
        {text}
      </p>
      {isCut ? (
        <button
          type="button"
          className={layout['link']}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole((now) => !now)}
        >
          {t(isWhole ? 'actions.less' : 'actions.more')}
        </button>
      ) : null}
    </Stack>
  );
}
