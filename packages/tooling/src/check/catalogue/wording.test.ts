import { beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from '../../paths.ts';
import { type Catalogue, type Language, LANGUAGES, readCatalogues } from './catalogues.ts';
import { spacingFaults } from './spacing.ts';
import { TERMS } from './terms.ts';
import { readReferenceWords, wordingFaults } from './wording.ts';

let catalogues: Catalogue[];
beforeAll(async () => {
  catalogues = [...(await readCatalogues(repositoryRoot)), ...readReferenceWords(repositoryRoot)];
});

/** A text that breaks each term of the table, in the order of the table. */
const FORMER: Readonly<Record<Language, readonly string[]>> = {
  fr: [
    'Vos réponses aident les partenaires.',
    'Téléchargez le canevas.',
    'E-mail',
    'Région Tanger-Tétouan-Al Hoceïma',
    'Simulateur Nordev',
    'Votre demande a changé d’état.',
    'Documents remis',
    'Ces demandes attendent une qualification.',
    'Je rejoins l’organisme d’accueil',
    'Retour du partenaire',
    'Employé',
    'Niveau d’étude',
    'Approuver un collègue',
    'La prime à laquelle vous avez droit',
    'Ce qui s’est passé',
    'Présentation illustrative',
    'Une personne physique',
    'C’est mon appareil',
    'Étape bloquée',
    'Personne',
    'Tout le reste peut toujours être choisi.',
    'Une entreprise',
  ],
  en: [
    'Your answers help the partners guide you.',
    'Documents handed in',
    'Qualification survey',
    'Premium simulator',
    'Rate kept',
    'Surname',
    'Country prefix',
    'Level of study',
    'Type of property',
    'To be rephrased',
    'Illustrative presentation',
    'Expressed need',
    'Fields of intervention',
    'Natural person',
    'This is my device',
    'Convergence premium',
    'Bare land',
    'Keep this simulation',
    'Go on to my requests',
    'Nordev simulator',
    'I am joining the host organisation',
    'Feedback',
    'The grant you are entitled to',
    'Kind of request',
    'Late',
    'Who can approve you?',
    'Up to MAD 50,000',
  ],
  ar: [
    'تحميل الوصل',
    'استبيان التأهيل',
    'الهيئة المشرفة',
    'شريك',
    'مباراة',
    'موجّه',
    'معدل الاندماج المحلي',
    'التعريف الضريبي',
    'محال',
    'هيئة ترافقكم',
    'استمارتكم',
    'طنجة تطوان الحسيمة',
    'الإقليم أو العمالة',
    'تصدير القائمة',
    'بيانات أثمنة',
    'متوقفة',
    'إيداع الوثائق',
    'دوركم الآن',
    'مقاولة',
    'القانون 09-08',
    'المنحة التي هي من حقكم',
  ],
  es: [
    'Cuestionario de calificación',
    'Por tratar',
    'Prestaciones abiertas',
    'El dispositivo principal de apoyo',
    'Primas comunes retenidas',
    'Topes',
    'Terreno público',
    'Tipo de suelo',
    'Cerca de Chefchauen',
    'Volumen de negocios',
    'Jóvenes NEET',
    'Redondeado al dirham',
    'Apellido',
    'Sus colegas',
    'Su inscripción',
    'Modelo de archivo',
    'Las solicitudes confiadas',
    'Autoemprendedor',
    'Empleado',
    'El organismo anfitrión',
    'Las tasas',
    'Simulador Nordev',
    'Acceso prohibido',
    'Saber a qué primas y ayudas da derecho',
  ],
};

/** A catalogue of the product with one text. */
function planted(language: Language, text: string): Catalogue[] {
  return catalogues
    .filter(({ namespace }) => namespace === 'landing')
    .map((one) => ({
      ...one,
      words: {
        fr: new Map(),
        en: new Map(),
        ar: new Map(),
        es: new Map(),
        [language]: new Map([['planted', text]]),
      },
    }));
}

describe('the wording of the texts', () => {
  it('follows the rules of spacing and the table of terms everywhere', () => {
    expect(wordingFaults(catalogues)).toEqual([]);
  });

  it('is checked in the reference data too', () => {
    const labels = catalogues.find(({ namespace }) => namespace === 'STATUS');
    expect(labels?.words.fr.get('items.1.libelle')).toBe('Nouvelle');
    const organisation = catalogues.find(({ namespace }) => namespace === 'anapec');
    expect(organisation?.words.fr.size).toBeGreaterThan(1);
  });

  it('allows exact quotes of the specification', () => {
    expect(wordingFaults(planted('fr', 'Le fichier a bien été chargé!'))).toEqual([]);
    expect(wordingFaults(planted('fr', 'Le fichier est bien chargé!'))).toHaveLength(1);
  });
});

describe.each(LANGUAGES)('the terms in %s', (language) => {
  it('are reported when a former term is used', () => {
    expect(FORMER[language]).toHaveLength(TERMS[language].length);
    for (const [index, text] of FORMER[language].entries()) {
      expect(TERMS[language][index]?.not.exec(text)?.[0], text).toBeDefined();
      expect(wordingFaults(planted(language, text)).join(), text).toContain('[' + language + ']');
    }
  });

  it('have exceptions for existing texts only', () => {
    const places = new Set(
      catalogues.flatMap(({ namespace, words }) =>
        [...words[language].keys()].map((key) => `${namespace}:${key}`),
      ),
    );
    for (const { except = [] } of TERMS[language])
      for (const place of except) expect(places).toContain(place);
  });
});

describe('the spacing', () => {
  it.each<[Language, string, string]>([
    ['fr', 'Pourquoi ?', 'U+202F stands before ; ! ?'],
    ['fr', 'Pourquoi\u00a0?', 'U+202F stands before ; ! ?'],
    ['fr', 'Pourquoi?', 'U+202F stands before ; ! ?'],
    ['fr', 'un ; deux', 'U+202F stands before ; ! ?'],
    ['fr', 'Fait : {{done}}', 'U+00A0 stands before :'],
    ['fr', 'Fait\u202f: {{done}}', 'U+00A0 stands before :'],
    ['fr', 'Par pas de 5 %.', 'U+00A0 stands before %'],
    ['fr', '{{rate}}%', 'U+00A0 stands before %'],
    ['fr', '« Codes\u00a0»', 'U+00A0 stands inside « »'],
    ['fr', '«\u00a0Codes »', 'U+00A0 stands inside « »'],
    ['fr', "l'envoi", 'the apostrophe is ’'],
    ['en', 'Why ?', 'nothing stands before ; : ! ? %'],
    ['en', 'The organisation\'s "file"', 'the marks are ’ and “ ”'],
    ['ar', 'لماذا?', 'the marks are ، ؛ ؟'],
    ['ar', 'نعم, لا', 'the marks are ، ؛ ؟'],
    ['ar', 'لماذا ؟', 'nothing stands before ، ؛ ؟ : ! %'],
    ['ar', 'أيضًا', 'the tanwin stands on the alif: اً'],
    ['ar', 'من و إلى', 'و is joined to the next word'],
    ['es', 'Al 100 %', 'U+00A0 stands before %'],
    ['es', 'Por qué?', '¿ opens what ? closes'],
    ['es', 'Hecho!', '¡ opens what ! closes'],
    ['es', 'Fecha : hoy', 'nothing stands before ; : ! ?'],
  ])('in %s is invalid in “%s”', (language, text, right) => {
    expect(spacingFaults(language, text)).toContain(right);
    expect(wordingFaults(planted(language, text)).join('\n')).toContain(right);
  });

  it.each<[Language, string]>([
    [
      'fr',
      'Et si…\u202f? Fait\u00a0: {{done}} sur 5\u00a0% («\u00a0tout\u00a0»)\u202f; AAAA/MM/JJ HH:mm',
    ],
    ['fr', 'Parmi !@#$%^&*, par exemple https://www.youtube.com/watch?v=…'],
    ['en', 'Line {{line}}: 5% of “it”, at https://www.youtube.com/watch?v=…'],
    ['ar', 'مثلاً \u2066https://www.youtube.com/watch?v=…\u2069، من 1 و1,5 إلى 5%؟'],
    ['es', '¿Al 100\u00a0%? ¡Hecho!'],
  ])('in %s is valid in “%s”', (language, text) => {
    expect(spacingFaults(language, text)).toEqual([]);
  });
});
