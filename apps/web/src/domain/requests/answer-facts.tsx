import { Box } from '@mantine/core';
import type { AnswerView } from '@wasl/contracts';
import { Fragment } from 'react';

import layout from '../../ui/layout/layout.module.css';

/** Answers to a journey's questions as terms of a list of facts. */
export function AnswerFacts({ answers }: { answers: readonly AnswerView[] }) {
  return answers.map(({ code, label, text }) => (
    <Fragment key={code}>
      <dt>{label}</dt>
      <dd>
        <Box component="bdi" className={layout['userText']}>
          {text}
        </Box>
      </dd>
    </Fragment>
  ));
}
