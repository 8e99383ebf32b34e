import { Button } from '@mantine/core';
import type { JourneyDefView } from '@wasl/contracts';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';
import { hasLink } from './wizard-rules.ts';

/** Comment of a journey with the link to an external registration, which must be opened before saving. */
export function RegistrationLink({
  journey,
  isVisited,
  warnings,
  onVisit,
}: {
  journey: JourneyDefView;
  isVisited: boolean;
  /** Number of saves refused because the link was not opened. */
  warnings: number;
  onVisit?: () => void;
}) {
  const { t } = useTranslation('wizard');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (warnings > 0) link.current?.focus();
  }, [warnings]);
  if (!journey.isCommentShown || journey.comment === null) return null;
  return (
    <>
      <Banner tone={isVisited ? 'success' : 'info'}>
        <p dir="auto">{journey.comment}</p>
        {hasLink(journey) ? (
          <Button
            component="a"
            variant="light"
            ref={link}
            href={journey.buttonUrl ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={18} aria-hidden />}
            aria-describedby={warnings > 0 && !isVisited ? 'registration-warning' : undefined}
            {...(onVisit === undefined ? {} : { onClick: onVisit })}
          >
            {t('link.button')}
          </Button>
        ) : null}
      </Banner>
      {warnings > 0 && !isVisited ? (
        <div id="registration-warning">
          <Banner key={warnings} tone="warning" live>
            {t('link.warning')}
          </Banner>
        </div>
      ) : null}
    </>
  );
}
