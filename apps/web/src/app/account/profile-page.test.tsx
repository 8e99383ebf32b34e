import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrganisationNow, UserView } from '@wasl/contracts';
import { useLocation } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { startSession } from '../../lib/session/session.ts';
import { renderInApp } from '../../testing/render.tsx';
import { type Reply, type Sent, serveCalls } from '../../testing/serve.ts';
import { signedToken } from '../../testing/token.ts';
import { ContactPage } from '../organisation/pages.tsx';
import ProfilePage from './profile-page.tsx';

const item = (code: string, libelle = code) => ({ code, libelle });
const organisation = {
  id: 3,
  title: 'CRI Tanger',
  description: 'Guichet de la région',
  logo: null,
  category: item('PUBLIC', 'Organisme public'),
  areas: [item('TOURISME', 'Tourisme')],
  supportTypes: [item('CONSEIL', 'Conseil')],
  services: [item('ETUDE', 'Étude de marché')],
  phone: '+212539300300',
  email: null,
  address: null,
  openingHours: null,
  whatsapp: null,
  website: null,
  titleEn: null,
  descriptionEn: null,
  titleAr: null,
  descriptionAr: 'خدمات الجهة',
  titleEs: null,
  descriptionEs: null,
  outdated: ['ar' as const],
  version: 4,
};
const user = {
  id: 'u-1',
  email: 'sara@example.org',
  role: 'PARTENAIRE',
  nom: 'Tazi',
  prenom: 'Sara',
  address: '3, rue du Phare',
  city: 'Tanger',
  province: '01.511',
  phone: '+212612345678',
  codeCountry: '+212',
  lang: 'fr',
  partner: organisation,
  isResponsible: true,
  consent: { version: 1, at: '2026-11-23T09:00:00.000Z' },
} as UserView;
const theirs: OrganisationNow = {
  ...organisation,
  version: 5,
  description: 'Guichet unique',
  phone: '+212539300301',
  services: [item('ETUDE', 'Étude de marché'), item('BAIL', 'Recherche de local')],
  changedAt: '2026/11/21 14:32',
  changedBy: { kind: 'colleague', name: 'Karim Bennani' },
};

interface Put {
  readonly nom: string;
  readonly partner?: { readonly version?: number };
}
/** Mock server of the page; `save` answers each save of the profile. */
function serve(save: (body: Put) => Reply): Sent[] {
  return serveCalls(({ path, body }) => {
    if (path.startsWith('/updatePartnerUser')) return save(body as Put);
    if (path.startsWith('/currentUserPartner/')) return { body: user };
    if (path.startsWith('/params/')) return { body: [] };
    // Other calls of the page: the colleagues, the mails, the sessions.
    return { status: 404, body: { code: 'NOT_FOUND', message: 'Absent', requestId: 'r' } };
  });
}
const refused: Reply = {
  status: 409,
  body: { code: 'PROFILE_CHANGED', message: 'Modifié', requestId: 'r', current: theirs },
};
const saves = (sent: readonly Sent[]) =>
  sent.flatMap(({ path, body }) => (path.startsWith('/updatePartnerUser') ? [body] : []));

async function open() {
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ProfilePage />
    </SWRConfig>,
  );
  const description = await screen.findByRole('textbox', { name: /^Description/ });
  const form = screen.getByRole('form', { name: 'Mes informations' });
  const submit = () => userEvent.click(within(form).getByRole('button', { name: 'Enregistrer' }));
  return { description, form, submit };
}

beforeEach(() => startSession(signedToken({ role: 'PARTENAIRE', sub: user.email })));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('sends nothing of the organisation when the user changes only their details', async () => {
  const sent = serve(() => ({ body: { ...user, nom: 'Tazi Idrissi' } }));
  const { submit } = await open();
  const nom = screen.getByRole('textbox', { name: /^Nom(?! de l)/ });
  await userEvent.clear(nom);
  await userEvent.paste('Tazi Idrissi');
  await submit();
  await waitFor(() => expect(saves(sent)).toHaveLength(1));
  expect(saves(sent)[0]).toMatchObject({ nom: 'Tazi Idrissi' });
  expect(saves(sent)[0]).not.toHaveProperty('partner');
});

it('edits the organisation in four languages, marks a tab with an error, and confirms an outdated text', async () => {
  const sent = serve(() => ({ body: { ...user, partner: { ...organisation, outdated: [] } } }));
  const { submit } = await open();
  const tab = (name: RegExp) => screen.getByRole('tab', { name });
  expect(tab(/العربية/)).toHaveAccessibleName(/Peut-être plus à jour/);
  await userEvent.click(tab(/العربية/));
  const arabic = screen.getByRole('textbox', { name: /^Description/ });
  expect(arabic).toHaveValue('خدمات الجهة');
  expect(arabic).toHaveAttribute('lang', 'ar');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ce texte est à jour' }));

  const title = () => screen.getByRole('textbox', { name: /^Nom de l’organisme/ });
  await userEvent.click(tab(/Français/));
  await userEvent.clear(title());
  await userEvent.click(tab(/English/));
  await submit();
  expect(tab(/Français/)).toHaveAccessibleName(/À corriger/);
  await userEvent.click(screen.getByRole('link', { name: /Nom de l’organisme/ }));
  expect(title()).toHaveFocus();
  await userEvent.paste('CRI Tanger');
  await submit();
  await waitFor(() => expect(saves(sent)).toHaveLength(1));
  expect(saves(sent)[0]).toMatchObject({
    partner: {
      title: 'CRI Tanger',
      titleEn: '',
      descriptionAr: 'خدمات الجهة',
      confirmed: ['ar'],
    },
  });
});

it('keeps the input after a colleague’s save, shows both versions, and saves the chosen one', async () => {
  const sent = serve(({ partner }) =>
    partner?.version === 5 ? { body: { ...user, partner: theirs } } : refused,
  );
  const { description, submit } = await open();
  await userEvent.clear(description);
  await userEvent.paste('Accueil des porteurs');
  await submit();
  const panel = await screen.findByRole('region', { name: 'Modifié pendant que vous écriviez' });
  expect(panel).toHaveFocus();
  expect(panel).toHaveTextContent(/Karim Bennani.* a enregistré autre chose le 21\/11\/2026 14:32/);
  expect(description).toHaveValue('Accueil des porteurs');
  const choice = (field: RegExp, name: string) =>
    within(within(panel).getByRole('group', { name: field })).getByRole('radio', { name });
  expect(choice(/^Description/, 'Votre saisie')).toBeChecked();
  expect(panel).toHaveTextContent('Guichet unique');
  // A service that a colleague added, and that was not edited here, is adopted.
  expect(choice(/^Services proposés/, 'Ce qui est enregistré')).toBeChecked();
  expect(panel).toHaveTextContent('Étude de marché · Recherche de local');
  // The same for the number of the organisation, which is plain text.
  expect(choice(/^Téléphone/, 'Ce qui est enregistré')).toBeChecked();
  expect(panel).toHaveTextContent('+212539300301');
  expect(within(panel).queryByRole('group', { name: /^Nom/ })).toBeNull();
  // Both values remain available after repeated switching.
  await userEvent.click(choice(/^Services proposés/, 'Votre saisie'));
  expect(choice(/^Services proposés/, 'Votre saisie')).toBeChecked();
  await userEvent.click(choice(/^Services proposés/, 'Ce qui est enregistré'));
  await submit();
  await waitFor(() => expect(saves(sent)).toHaveLength(2));
  expect(saves(sent)).toMatchObject([
    { partner: { version: 4, description: 'Accueil des porteurs', services: ['ETUDE'] } },
    { partner: { version: 5, description: 'Accueil des porteurs', services: ['ETUDE', 'BAIL'] } },
  ]);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Modifié/ })).toBeNull());
});

function Place() {
  const { pathname, hash } = useLocation();
  return <p data-testid="place">{pathname + hash}</p>;
}

it.each([
  ['#emails', '/account/notifications'],
  ['#phones', '/account/notifications'],
  ['#sessions', '/account/security#sessions'],
  ['#colleagues', '/organisation/colleagues'],
  ['#webhooks', '/organisation/integrations'],
])('maps the anchor %s of an earlier mail to %s', async (anchor, present) => {
  serve(() => ({ body: user }));
  await renderInApp(
    <>
      <Place />
      <ProfilePage />
    </>,
    `/profileSettings${anchor}`,
  );
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe(present));
});

it('saves the organisation on the contact page with the person’s current details', async () => {
  let now = user;
  const sent = serveCalls(({ path }) =>
    path.startsWith('/params/') ? { body: [] } : { body: now },
  );
  await renderInApp(<ContactPage />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'WhatsApp' }), '0661300300');
  // Another window changes the name while this page is open.
  now = { ...user, nom: 'Tazi Idrissi' };
  await act(() => mutate((key) => Array.isArray(key) && key[0] === 'getCurrentUserPartner'));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(saves(sent)).toHaveLength(1));
  expect(saves(sent)[0]).toMatchObject({
    nom: 'Tazi Idrissi',
    partner: { whatsapp: '0661300300', title: 'CRI Tanger', services: ['ETUDE'], version: 4 },
  });
});
