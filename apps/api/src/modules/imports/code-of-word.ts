import { langs, type Lang } from '@wasl/contracts';

import { placeKey } from '../reference/index.ts';
import { choiceLabel } from './words/index.ts';

/** Usual short forms of levels of study. Spaces and signs do not count: `Bac + 3` is `bac3`. */
const levels = {
  SANS: ['aucun', 'néant', 'none', 'ninguno', 'بدون'],
  PRIMAIRE: ['primaire', 'primary', 'primaria', 'ابتدائي'],
  COLLEGE: ['collège', 'collégial', 'إعدادي'],
  LYCEE: ['lycée', 'niveau bac', 'high school', 'ثانوي'],
  BAC: ['baccalauréat', 'باك', 'باكالوريا'],
  FORMATION_PROFESSIONNELLE: ['fp', 'cap', 'technicien'],
  BAC_2: ['bac 2', 'deug', 'dut', 'bts', 'ts', 'deust', 'technicien spécialisé', 'باك 2'],
  BAC_3: [
    'bac 3',
    'licence',
    'license',
    'licence pro',
    'licence professionnelle',
    'licence fondamentale',
    'lp',
    'bachelor',
    'grado',
    'باك 3',
    'إجازة',
  ],
  BAC_5: [
    'bac 5',
    'master',
    'master 2',
    'master spécialisé',
    'mastère',
    'ingénieur',
    'ingénieur d’état',
    'máster',
    'باك 5',
    'ماستر',
    'مهندس',
  ],
  DOCTORAT: ['doctorat', 'phd', 'bac 8', 'doctorado', 'دكتوراه'],
};
/** Usual short forms and other genders of profiles. */
const profiles = {
  ETUDIANT: ['étudiante', 'طالبة'],
  ENTREPRENEUR: ['entrepreneuse', 'entrepreneure', 'emprendedora'],
  EMPLOYE: ['salariée', 'employé', 'employée', 'asalariada', 'أجيرة'],
  AUTO_ENTREPRENEUR: ['autoentrepreneur', 'autoentrepreneuse', 'ae', 'autónoma', 'autónomo'],
  COOPERANT: ['coopérant', 'coopérante', 'coopérative', 'cooperative'],
  ARTISAN: ['artisane', 'artesana', 'صانعة تقليدية'],
  AGRICULTEUR: ['agriculteur', 'agricultrice', 'éleveur', 'farmer', 'agricultora', 'فلاحة'],
  PORTEUR_PROJET: ['porteur de projet', 'porteuse de projet', 'pp', 'حامل مشروع'],
  SANS_EMPLOI: ['sans emploi', 'chômeur', 'chômeuse', 'demandeur d’emploi', 'unemployed', 'عاطل'],
  MRE: ['marocain du monde', 'marocaine résidant à l’étranger'],
  RETRAITE: ['retraitée', 'jubilada', 'متقاعدة'],
  AUTRE: ['autres', 'otros', 'others'],
};

/** Words for codes in the languages of the portal, without case and accents. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  FEMININ: [
    'f',
    'femme',
    'mme',
    'madame',
    'mlle',
    'féminin',
    'female',
    'woman',
    'femenino',
    'mujer',
    'أنثى',
    'انثى',
    'امرأة',
  ],
  MASCULIN: [
    'h',
    'homme',
    'mr',
    'monsieur',
    'masculin',
    'male',
    'man',
    'masculino',
    'hombre',
    'ذكر',
    'رجل',
  ],
  particulier: ['particulier', 'personne physique', 'individu', 'individual', 'particular', 'فرد'],
  entreprise: [
    'entreprise',
    'personne morale',
    'société',
    'company',
    'business',
    'empresa',
    'مقاولة',
    'شركة',
  ],
  MA: ['marocain', 'marocaine', 'moroccan', 'marroquí', 'مغربي', 'مغربية'],
  ...levels,
  ...profiles,
};
const byWord = new Map(
  Object.entries(spoken).flatMap(([code, words]) =>
    [...langs.map((lang) => choiceLabel(code, lang)), ...words].map(
      (word) => [placeKey(word), code] as const,
    ),
  ),
);

/**
 * Returns the code of a word; undefined for an unknown word.
 * @param lang the reader's: `M` is a man in French and English, and a woman (`mujer`) in a Spanish `H/M`
 */
export function codeOfWord(text: string, lang: Lang): string | undefined {
  const key = placeKey(text);
  if (key === 'm') return lang === 'es' ? undefined : 'MASCULIN';
  return byWord.get(key);
}
