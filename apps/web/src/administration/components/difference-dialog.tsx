import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../lib/format/formats.ts';
import { directionOf, languageNames } from '../../lib/format/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Modal } from '../../ui/modal.tsx';
import { type Change, type Difference, splitChange, type Value } from '../rules/differences.ts';
import { useReferenceWords } from './use-reference-words.ts';

/** Writes a value that is the same in all languages. */
export type ShowValue = (field: string, value: Value) => string;

function ChangeRow({ change, show }: { change: Change; show: ShowValue }) {
  const { t } = useTranslation('administration');
  const { field } = useReferenceWords();
  const { lang } = change;
  const [before, after] = [change.before, change.after].map((value) =>
    lang === null ? show(change.field, value) : String(value ?? ''),
  ) as [string, string];
  const split = splitChange(before, after);
  const language = lang === null ? {} : { lang, dir: directionOf(lang) };
  return (
    <div>
      <dt className={layout['small']}>
        {field(change.field)}
        {lang === null ? null : (
          <>
            {' · '}
            <span lang={lang}>{languageNames[lang]}</span>
          </>
        )}
      </dt>
      <dd className={layout['userText']} {...language}>
        {before === '' ? null : (
          <bdi style={{ display: 'block' }}>
            {split.start}
            <del>{split.before}</del>
            {split.end}
          </bdi>
        )}
        {after === '' ? (
          <span className={layout['muted']}>{t('reference.empty')}</span>
        ) : (
          <bdi style={{ display: 'block' }}>
            {before === '' ? null : <span aria-hidden>{lang === 'ar' ? '← ' : '→ '}</span>}
            {split.start}
            <ins>{split.after}</ins>
            {split.end}
          </bdi>
        )}
      </dd>
    </div>
  );
}

/** What a save would change. It is saved only after this. */
export function DifferenceDialog({
  opened,
  differences,
  show,
  isNewer,
  inUse,
  failure,
  isRunning,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  differences: readonly Difference[];
  show: ShowValue;
  /** Another administrator saved meanwhile; the differences are those from the newer version. */
  isNewer: boolean;
  /** Hidden items that journeys or proposals name: nothing was saved. */
  inUse: readonly { readonly name: string; readonly by: readonly string[] }[];
  failure: unknown;
  isRunning: boolean;
  onConfirm: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation(['administration', 'common']);
  const { list } = useFormats();
  const { section } = useReferenceWords();
  return (
    <Modal opened={opened} onClose={onClose} title={t('reference.review')} closable={!isRunning}>
      <Stack>
        <FailureBanner failure={failure} />
        {isNewer ? (
          <Banner tone="warning" live title={t('reference.newer')}>
            {t('reference.newerHint')}
          </Banner>
        ) : null}
        {inUse.length === 0 ? null : (
          <Banner tone="warning" live title={t('reference.inUse')}>
            <ul className={layout['bullets']}>
              {inUse.map(({ name, by }) => (
                <li key={name}>
                  <bdi>{name}</bdi>
                  {' – '}
                  <bdi lang="fr">{by.join(', ')}</bdi>
                </li>
              ))}
            </ul>
          </Banner>
        )}
        {differences.length === 0 ? <p>{t('reference.unchanged')}</p> : null}
        <ul>
          {differences.map(({ name, kinds, changes, ...difference }, index) => (
            // Differences have no identity of their own, and their order is fixed.
            <li key={index} className={layout['entry']}>
              <Stack gap={8} flex={1} miw={0}>
                <p className={layout['wrap']}>
                  {section(difference.section)}
                  {name === '' ? null : (
                    <strong>
                      {' '}
                      <bdi lang="fr">{name}</bdi>
                    </strong>
                  )}
                  {' · '}
                  {list(kinds.map((kind) => t(`reference.kinds.${kind}`)))}
                </p>
                {changes.length === 0 ? null : (
                  <dl className={layout['quote']}>
                    {changes.map((change) => (
                      <ChangeRow
                        key={`${change.field} ${String(change.lang)}`}
                        change={change}
                        show={show}
                      />
                    ))}
                  </dl>
                )}
              </Stack>
            </li>
          ))}
        </ul>
      </Stack>
      <div className={layout['onward']}>
        <Button variant="default" disabled={isRunning} onClick={onClose}>
          {t('reference.goOn')}
        </Button>
        {differences.length === 0 || inUse.length > 0 ? null : (
          <Button loading={isRunning} onClick={() => void onConfirm()} data-autofocus>
            {t('common:actions.save')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
