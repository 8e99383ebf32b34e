import { Button, Group } from '@mantine/core';
import { hiddenChoices, type HiddenChoice } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';

export function HiddenParts({
  count,
  onChoose,
}: {
  count: number;
  onChoose: (choice: HiddenChoice) => void;
}) {
  const { t } = useTranslation('imports');
  return (
    <Banner tone="warning" live>
      <p>{t('hidden.text', { count })}</p>
      <Group gap="sm" mt="xs">
        {hiddenChoices.map((choice) => (
          <Button key={choice} variant="default" onClick={() => onChoose(choice)}>
            {t(`hidden.${choice}`)}
          </Button>
        ))}
      </Group>
    </Banner>
  );
}
