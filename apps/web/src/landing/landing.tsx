import type { Lang } from '@wasl/contracts';

import frame from '../theme/frame.module.css';
import { Drawing, type DrawingName } from './icons.tsx';
import { LandingHeader } from './landing-header.tsx';
import styles from './landing.module.css';
import { Receipt } from './receipt.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { useLandingParams } from './use-landing-params.ts';
import { useVisitorState } from './use-sign-in.ts';
import type { Translate } from './landing-texts.ts';
import { starPoints, Zellige } from './zellige.tsx';

const estimate = '/estimation';
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
  const people: readonly (readonly [DrawingName, string, string, category?: string])[] = [
    ['student', t('audience.student'), t('audience.studentText')],
    ['entrepreneur', t('audience.entrepreneur'), t('audience.entrepreneurText')],
    ['employee', t('audience.employee'), t('audience.employeeText')],
    ['cooperative', t('audience.cooperative'), t('audience.cooperativeText'), 'COOPERATIVE'],
    ['freelance', t('audience.freelance'), t('audience.freelanceText'), 'AUTO_ENTREPRENEUR'],
  ];
  return (
    <section className={styles['section']} aria-labelledby="audience">
      <h2 id="audience">{t('audience.title')}</h2>
      <p className={styles['lead']}>{t('audience.lead')}</p>
      <ul className={styles['people']}>
        {people.map(([drawing, name, text, category]) => (
          <li key={drawing}>
            <Drawing name={drawing} size={32} />
            <h3>
              <a href={category === undefined ? estimate : `${estimate}?categorie=${category}`}>
                {name}
              </a>
            </h3>
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
  const params = useLandingParams();
  // For an expected visitor, the sign-in has the one primary button.
  const isExpected = useVisitorState() !== 'new' || params !== null;
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
              <a className={isExpected ? ghost : saffron} href={estimate}>
                {t('hero.estimate')}
                <Drawing name="arrow" size={20} />
              </a>
              {/* A redirected visitor already has an account. */}
              {params === null ? (
                <a className={ghost} href="/signUp?pAuth=ben">
                  {t('hero.start')}
                </a>
              ) : null}
            </p>
          </div>
          <SignInCard lang={lang} t={t} />
        </main>
      </div>
      <Audience t={t} />
      <Steps t={t} />
      <Ways t={t} />
      <Foot t={t} version={version} />
    </>
  );
}
