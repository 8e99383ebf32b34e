import type { Lang } from '@wasl/contracts';

import frame from '../theme/frame.module.css';
import { Drawing, type DrawingName } from './icons.tsx';
import { LandingHeader } from './landing-header.tsx';
import styles from './landing.module.css';
import { Receipt } from './receipt.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { useLandingParams } from './use-landing-params.ts';
import type { Translate } from './words.ts';
import { starPoints, Zellige } from './zellige.tsx';

const thisYear = String(new Date().getFullYear());
const saffron = `${frame['button'] ?? ''} ${styles['saffron'] ?? ''}`;
const ghost = `${frame['button'] ?? ''} ${styles['ghost'] ?? ''}`;
const plain = `${frame['button'] ?? ''} ${styles['plain'] ?? ''}`;

function Numeral({ value }: { value: number }) {
  return (
    <span className={styles['numeral']}>
      <svg viewBox="0 0 56 56" aria-hidden="true" focusable="false">
        <polygon points={starPoints(28, 28, 27)} />
      </svg>
      <span>{value}</span>
    </span>
  );
}

function Audience({ t }: { t: Translate }) {
  const people: readonly (readonly [DrawingName, string, string])[] = [
    ['student', t('audience.student'), t('audience.studentText')],
    ['entrepreneur', t('audience.entrepreneur'), t('audience.entrepreneurText')],
    ['employee', t('audience.employee'), t('audience.employeeText')],
    ['cooperative', t('audience.cooperative'), t('audience.cooperativeText')],
    ['freelance', t('audience.freelance'), t('audience.freelanceText')],
  ];
  return (
    <section className={styles['section']} aria-labelledby="audience">
      <h2 id="audience">{t('audience.title')}</h2>
      <p className={styles['lead']}>{t('audience.lead')}</p>
      <ul className={styles['people']}>
        {people.map(([drawing, name, text]) => (
          <li key={drawing}>
            <Drawing name={drawing} size={32} />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ t }: { t: Translate }) {
  const steps = [
    [t('steps.one'), t('steps.oneText')],
    [t('steps.two'), t('steps.twoText')],
    [t('steps.three'), t('steps.threeText')],
  ] as const;
  return (
    <section className={styles['band']} aria-labelledby="steps">
      <div className={styles['steps']}>
        <div>
          <h2 id="steps">{t('steps.title')}</h2>
          <p className={styles['lead']}>{t('steps.lead')}</p>
          <ol>
            {steps.map(([name, text], index) => (
              <li key={name}>
                <Numeral value={index + 1} />
                <div>
                  <h3>{name}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <Receipt className={styles['receipt']} />
      </div>
    </section>
  );
}

function Ways({ t }: { t: Translate }) {
  const ways = [
    ['ben', t('ways.beneficiary'), t('ways.beneficiaryText'), t('ways.beneficiaryAction')],
    ['par', t('ways.partner'), t('ways.partnerText'), t('ways.partnerAction')],
    ['men', t('ways.member'), t('ways.memberText'), t('ways.memberAction')],
  ] as const;
  return (
    <section className={styles['section']} aria-labelledby="ways">
      <h2 id="ways">{t('ways.title')}</h2>
      <p className={styles['lead']}>{t('ways.lead')}</p>
      <ul className={styles['ways']}>
        {ways.map(([code, name, text, action], index) => (
          <li key={code} className={index === 0 ? styles['main'] : undefined}>
            <h3>{name}</h3>
            <p>{text}</p>
            <a className={index === 0 ? saffron : plain} href={`/signUp?pAuth=${code}`}>
              {action}
              <Drawing name="arrow" size={20} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Foot({ t, version }: { t: Translate; version: string }) {
  const pages = [
    ['comment-ca-marche', t('hero.how')],
    ['questions', t('footer.questions')],
    ['help', t('footer.help')],
    ['contact', t('footer.contact')],
    ['legal', t('footer.legal')],
    ['privacy', t('footer.privacy')],
  ] as const;
  return (
    <footer className={`${frame['foot'] ?? ''} ${styles['foot'] ?? ''}`}>
      <span>{t('footer.copyright', { year: thisYear })}</span>
      <nav aria-label={t('footer.pages')}>
        <ul>
          {pages.map(([page, name]) => (
            <li key={page}>
              <a href={`/${page}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <span>
        <bdi>{t('footer.version', { version })}</bdi>
      </span>
    </footer>
  );
}

export function Landing({ lang, t, version }: { lang: Lang; t: Translate; version: string }) {
  return (
    <>
      <a className={frame['skip']} href="#content">
        {t('header.skip')}
      </a>
      <div className={styles['hero']}>
        <Zellige className={styles['wall']} />
        <LandingHeader lang={lang} t={t} />
        <main id="content" className={styles['opening']} tabIndex={-1}>
          <div>
            <p className={styles['eyebrow']}>{t('hero.eyebrow')}</p>
            <h1>{t('hero.title')}</h1>
            <p className={styles['pitch']}>{t('hero.lead')}</p>
            <p className={styles['calls']}>
              {/* A redirected visitor already has an account. */}
              {useLandingParams() === null ? (
                <a className={saffron} href="/signUp?pAuth=ben">
                  {t('hero.start')}
                  <Drawing name="arrow" size={20} />
                </a>
              ) : null}
              <a className={ghost} href="#steps">
                {t('hero.how')}
              </a>
            </p>
          </div>
          <SignInCard lang={lang} t={t} />
        </main>
      </div>
      <Audience t={t} />
      <Steps t={t} />
      <section className={styles['simulations']} aria-labelledby="simulators">
        <div>
          <h2 id="simulators">{t('simulators.title')}</h2>
          <p>{t('simulators.text')}</p>
          <div className={styles['calls']}>
            <a className={saffron} href="/simulateur">
              {t('simulators.action')}
              <Drawing name="arrow" size={20} />
            </a>
            <a className={ghost} href="/simulateur-nordev">
              {t('simulators.nordev')}
            </a>
          </div>
        </div>
        <svg viewBox="0 0 240 140" aria-hidden="true" focusable="false" data-turns>
          <path d="M8 128h224" stroke="currentColor" strokeWidth="2" opacity="0.5" />
          <rect x="28" y="84" width="36" height="44" rx="4" fill="currentColor" opacity="0.35" />
          <rect x="82" y="60" width="36" height="68" rx="4" fill="currentColor" opacity="0.55" />
          <rect x="136" y="36" width="36" height="92" rx="4" fill="currentColor" opacity="0.75" />
          <rect x="190" y="20" width="36" height="108" rx="4" fill="var(--wasl-accent)" />
          <path d="M8 14h224" stroke="currentColor" strokeWidth="2" strokeDasharray="6 6" />
        </svg>
      </section>
      <Ways t={t} />
      <Foot t={t} version={version} />
    </>
  );
}
