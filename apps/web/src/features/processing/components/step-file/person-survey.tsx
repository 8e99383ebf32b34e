import { Box, Button, Stack } from '@mantine/core';
import type { QualificationView } from '@wasl/contracts';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SurveyAnswers } from '../../../../ui/slots.ts';

/** Collapsed survey answers of the person; nothing without answers. */
export function PersonSurvey({ survey }: { survey: QualificationView | null }) {
  const { t } = useTranslation(['worklist', 'agent']);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (survey === null) return null;
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="sm" mt="md" align="flex-start">
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Icon size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('agent:file.survey')}
      </Button>
      <Box id={id} w="100%">
        {isOpen ? <SurveyAnswers survey={survey} /> : null}
      </Box>
    </Stack>
  );
}
