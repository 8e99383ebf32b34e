import { dayOf, type Lang } from '@wasl/contracts';
import { type Details, hasIndicativeRates, versionLabel } from '@wasl/premium';
import express, { type Router } from 'express';

import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { plainPage, sendPage } from '../../platform/http/plain-page.ts';
import { formatDay } from '../../platform/i18n/formats.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { reportWords } from './report/report-words.ts';
import type { SharedRow } from './shares.repository.ts';
import { sharesService } from './shares.service.ts';

/** Members of a stored result that the page reads. */
interface Figures {
  readonly details: Details;
  readonly totalCapex?: number;
  readonly tauxPrimeTotale?: number;
  readonly montantPrimeTotale?: number;
  readonly tauxRetenu?: number;
  readonly montant?: number;
}

/** Amount, rate and premiums, without the title, description, location and owner of the project. */
function figuresOf({ scheme, result, ruleSet, createdAt }: SharedRow, lang: Lang): string {
  const words = reportWords(lang, new Map());
  const { t } = words;
  const figures = result as unknown as Figures;
  const rate = figures.tauxPrimeTotale ?? figures.tauxRetenu ?? 0;
  const amount = figures.montantPrimeTotale ?? figures.montant ?? 0;
  const facts: (readonly [string, string])[] = [
    [t('head.amount'), words.millions(amount)],
    [t('head.rate'), words.percent(rate)],
    ...(figures.totalCapex === undefined
      ? []
      : [[words.named.field('totalCapex'), words.millions(figures.totalCapex)] as const]),
    ...figures.details.premiums.map(
      (premium) => [words.named.premium(premium.key), words.percent(premium.rate)] as const,
    ),
    [t('head.date'), formatDay(dayOf(createdAt))],
    [t('section.rules'), versionLabel(ruleSet)],
  ];
  const lines = facts.map(
    ([name, value]) =>
      `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`,
  );
  const indicative = hasIndicativeRates({ scheme, version: ruleSet.version })
    ? `<p>${escapeHtml(t('head.indicative'))}</p>`
    : '';
  return `<dl>${lines.join('')}</dl>${indicative}<p class="note">${escapeHtml(t('share.privacy'))}</p>`;
}

/**
 * The public pages of shared simulations, mounted at `/partage`: figures without personal data, a few kilobytes, hidden
 * from search engines. Any other address gets a plain page with 404.
 */
export function sharePages(deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'settings'>): Router {
  const shares = sharesService(deps);
  const router = express.Router();
  // A pattern without parameters, because Express refuses addresses that it cannot decode.
  router.get(/^/, async (req, res) => {
    const lang = languageOf(req);
    const { t } = reportWords(lang, new Map());
    const token = req.path.slice(1);
    // Only a well-formed token is written into the page.
    const path = `/partage/${/^[\w-]{32}$/.test(token) ? token : '-'}`;
    const refuse = (status: number, title: string, text: string) => {
      const body = `<p>${escapeHtml(text)}</p>`;
      sendPage(res, status, plainPage({ lang, path, title, tone: 'bad', body }));
    };
    try {
      await deps.limits.consume('receiptPage', { address: req.ip ?? 'unknown' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.options.retryAfterSeconds === undefined)
        throw error;
      res.setHeader('retry-after', String(error.options.retryAfterSeconds));
      refuse(429, t('share.waitTitle'), t('share.wait'));
      return;
    }
    const shared = await shares.find(token);
    if (shared === null) {
      refuse(404, t('share.unknownTitle'), t('share.unknown'));
      return;
    }
    const title = t(`title.${shared.scheme}`);
    const body = figuresOf(shared, lang);
    const preview = { publicUrl: deps.settings.publicUrl, description: t('share.privacy') };
    sendPage(res, 200, plainPage({ lang, path, title, tone: 'good', body, preview }));
  });
  return router;
}
