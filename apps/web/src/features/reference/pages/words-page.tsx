import { Stack } from '@mantine/core';
import type { ReferenceItemView } from '@wasl/contracts';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';

import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { blocksOf, linkOf } from '../rules/blocks.ts';
import { pageListAt } from '../rules/page-lists.ts';

function Section({ section }: { section: ReferenceItemView }) {
  const id = useId();
  const link = linkOf(section.string_1);
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <h2 id={id} className={layout['title']}>
        {section.libelle}
      </h2>
      {blocksOf(section.description ?? '').map((block) =>
        block.kind === 'text' ? (
          <p key={block.text}>{block.text}</p>
        ) : (
          <Stack key={block.items[0]} component="ul" className={layout['bullets']} gap={4}>
            {block.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </Stack>
        ),
      )}
      {link === null ? null : (
        <p>
          <a href={link.href}>
            <LtrText>{link.text}</LtrText>
          </a>
        </p>
      )}
    </Stack>
  );
}

/**
 * Text pages (how it works, questions, help, contact, legal notice, privacy): the sections come from the
 * administrator's files, in the reader's language.
 */
export default function WordsPage() {
  const { pathname } = useLocation();
  const parent = pageListAt(pathname);
  const { data, error, reload } = useEndpoint('paramsByParentI18n', { params: { parent } });
  if (error !== undefined && data === undefined)
    return <ErrorState error={error} onRetry={reload} />;
  if (data === undefined) return <PageSkeleton />;
  return (
    <Stack className={`${layout['card'] ?? ''} ${layout['text'] ?? ''}`} gap="xl">
      {parent === 'PAGE_CONTACT' || parent === 'PAGE_AIDE' ? <RegionalContact /> : null}
      {data.map((section) => (
        <Section key={section.code} section={section} />
      ))}
    </Stack>
  );
}
