import fs from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from '../../paths.ts';
import { type Catalogue, LANGUAGES, readCatalogues } from './catalogues.ts';

// The French words that the specification quotes, to the letter, by the section that quotes them: a missing
// accent or a straightened apostrophe is a fault. `{n}` stands for a placeholder of ours.

const portal = {
  '§2 screens': ['Le fichier a bien été chargé!', 'Accès interdit'],
  '§4 states and transitions': [
    'Vous avez déjà réclamé 100 % du traitement.',
    'Veuillez compléter votre inscription au concours TDC en cliquant sur ce bouton',
    'Merci de vérifier votre email.',
  ],
  '§5 validation': [
    'Le nom est obligatoire',
    'Le prénom est obligatoire',
    "L'Email est obligatoire",
    "L'email doit être sous un format valide",
    'Le mot de passe doit comporter au moins 8 caractères, incluant une majuscule, une minuscule, un chiffre et un caractère spécial (!@#$%^&*)',
    'Le mot de passe est obligatoire',
    'La confirmation du mot de passe est obligatoire',
    'Veuillez saisir le meme mot de passe',
    'Ce champ est obligatoire',
    'email est obligatoire',
    "merci d'entrer un email valide",
    'Veillez décrire votre besoin',
    'vous devez choisir au moin une valeur',
    'Veuillez choisir un vidéo',
    'Veuillez choisir un document PDF',
    'La taille du fichier ne doit pas dépasser 10 Mb',
    "Le lien YouTube n'est pas valide",
  ],
  '§8 errors and successes': [
    'Une erreur est survenue',
    'Votre email a été validé avec succès',
    'une erreur est survenue',
    'durée expirée, Merci de réinitialiser votre mot de passe de nouveau',
    'votre mot de passe a été réinitializer avec success',
    'Votre compte a bien été créé',
    'La demande a été envoyée avec succès',
    "La demande d'accompagnement a été supprimée avec succès",
    "La demande d'accompagnement a été créée avec succès",
    "La demande d'accompagnement a été modifiée avec succès",
    'La modification a été faite avec success',
    'La prestation bien été notée',
    "L'état d'avancement a été enregistré avec succès",
    'Le type de document a été créé avec succès',
    'Votre questionnaire de qualification a bien été enregistré',
    'La ligne numéro {n} contient les erreurs suivantes :',
    'Compte a été ajouté avec succès!',
  ],
};

const simulators = {
  '§5 validation and eligibility': [
    "Le taux d'intégration locale ne peut pas être supérieur à 100%",
    "Vous n'êtes pas éligible à la prime de dispositif d'appui principale.",
    'Ce champ et obligatoire',
  ],
  '§8 errors': [
    'Une erreur est survenue lors du calcul. Merci de réessayer ultérieurement!',
    'Une erreur est survenue',
  ],
};

const quoted = [portal, simulators].flatMap((sections, index) =>
  Object.entries(sections).flatMap(([section, words]) =>
    words.map((word) => [`${index === 0 ? 'portal' : 'simulators'} ${section}`, word] as const),
  ),
);

let catalogues: Catalogue[];
beforeAll(async () => {
  catalogues = await readCatalogues(repositoryRoot);
});

const plain = (word: string): string => word.replaceAll(/\{\{-?\s*\w+[^}]*\}\}/g, '{n}');

describe('the words that the specification quotes', () => {
  it.each(quoted)('%s: “%s” is in the French catalogues', (_section, word) => {
    const places = catalogues.flatMap(({ words }) =>
      [...words.fr.values()].filter((value) => plain(value) === word),
    );
    expect(places).not.toEqual([]);
  });

  it.each(quoted)(
    '%s: “%s” is said in the other languages, in their own words',
    (_section, word) => {
      for (const { name, words } of catalogues) {
        for (const [key, value] of words.fr) {
          if (plain(value) !== word) continue;
          const said = LANGUAGES.map((language) => words[language].get(key));
          expect([name, key, new Set(said).size, said.includes(undefined)]).toEqual([
            name,
            key,
            LANGUAGES.length,
            false,
          ]);
        }
      }
    },
  );
});

describe('a message that names a status', () => {
  it('names it as the list of statuses does, in every language', () => {
    const file = 'prisma/seed/reference/lists/PROCESSING_STEP_STATUS.json';
    const { items } = JSON.parse(fs.readFileSync(path.join(repositoryRoot, file), 'utf8')) as {
      items: { code: string; libelle: Record<string, string> }[];
    };
    const processed = items.find(({ code }) => code === 'PROCESSED')?.libelle ?? {};
    const shared = catalogues.find(({ namespace }) => namespace === 'words');
    for (const language of LANGUAGES) {
      const message = shared?.words[language].get('validation.percentProcessed') ?? '';
      expect(message).toContain(processed[language]);
    }
  });
});
