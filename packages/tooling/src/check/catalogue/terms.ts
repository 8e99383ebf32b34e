import type { Language } from './catalogues.ts';

/** A word with its replacement, so that each thing has one term. */
interface Term {
  not: RegExp;
  use: string;
  /** `namespace:key` where the word has another meaning. */
  except?: readonly string[];
}

/** A case-insensitive pattern for whole words (letters of any script delimit them). */
function whole(pattern: string, flags = 'iu'): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, flags);
}

/**
 * The table of terms for tests: obsolete words and their replacements. `docs/words.md` has the current terms. Messages
 * that the specification quotes are exempt.
 */
export const TERMS: Readonly<Record<Language, readonly Term[]>> = {
  fr: [
    {
      not: whole('(?<!organismes? )partenaires?'),
      use: 'organisme (partenaire), agent',
      except: ['LOOKING_FOR:items.11.libelle'],
    },
    { not: whole('canevas'), use: 'modèle de fichier' },
    { not: whole('e-mails?'), use: 'email' },
    { not: whole('Hoceïma'), use: 'Hoceima' },
    { not: whole('Nordev', 'u'), use: 'NORDEV' },
    { not: whole('(?:changé|changements) d’état|état (?:actuel )?de la demande'), use: 'statut' },
    { not: whole('remettre|remise?s?|transmettre|transmise?s?'), use: 'déposer' },
    { not: whole('qualifier|qualifiée?s?|une qualification'), use: 'orienter' },
    { not: whole('organisme d’accueil'), use: 'organisme gestionnaire' },
    { not: whole('retour (?:du|au) (?:partenaire|bénéficiaire)'), use: 'commentaire' },
    { not: whole('employés?'), use: 'salarié' },
    { not: whole('niveau d’étude'), use: 'niveau d’études' },
    { not: whole('approuver (?:un|cet) (?:collègue|agent)|vous approuver'), use: '… un compte' },
    { not: whole('(?:avez|ouvre|donne) droit'), use: 'pouvez prétendre: nothing is owed' },
    { not: whole('ce qui s’est passé'), use: 'historique' },
    { not: whole('présentation illustrative'), use: 'présentation du projet' },
    {
      not: whole('personne (?:physique|morale)'),
      use: 'moi-même; société, coopérative, association',
    },
    { not: whole('c’est mon appareil'), use: 'garder mes brouillons sur cet appareil' },
    // Agents read the specified status.
    {
      not: whole('bloquée'),
      use: 'en pause',
      except: ['agent:empty.tab.blocked', 'PROCESSING_STEP_STATUS:items.3.libelle'],
    },
    { not: /^Personne$/, use: 'sans responsable; aucun remplaçant' },
    { not: whole('tout le reste peut'), use: 'vous pouvez aussi choisir autre chose' },
    { not: /^une entreprise$/i, use: 'une entreprise ou une coopérative' },
  ],
  en: [
    {
      not: whole('(?<!\\{\\{)partners?(?! organisation)'),
      use: '(partner) organisation, agent',
      except: ['DOCUMENT:items.23.libelle', 'LOOKING_FOR:items.11.libelle'],
    },
    { not: whole('hand(?:s|ed)? (?:it |them )?(?:in|out)|handled'), use: 'upload, process' },
    {
      not: whole('qualif\\p{L}+'),
      use: 'profile questionnaire; direct',
      except: ['NIVEAU_ETUDE:items.0.libelle'],
    },
    { not: whole('premium simulator|main support scheme premium'), use: 'grant' },
    { not: whole('(?:rate|premiums) kept|rate granted'), use: 'applied' },
    { not: whole('surname'), use: 'last name' },
    { not: whole('country prefix'), use: 'dialling code' },
    { not: whole('level of study'), use: 'level of education' },
    { not: whole('type of property'), use: 'type of land' },
    { not: whole('rephras\\p{L}+'), use: 'revise' },
    { not: whole('illustrative presentation'), use: 'project presentation' },
    { not: whole('expressed need'), use: 'your need, need' },
    { not: whole('fields? of intervention'), use: 'area of support' },
    { not: whole('(?:natural|legal) person'), use: 'just me; company, cooperative or association' },
    { not: whole('this is my device'), use: 'keep my drafts on this device' },
    {
      not: whole('convergence|future professions?'),
      use: 'fit with the priorities; job of the future',
    },
    { not: whole('bare land'), use: 'undeveloped land' },
    { not: whole('kept simulations?|keep this simulation'), use: 'saved, save' },
    { not: whole('going by|go on to'), use: 'based on; go to' },
    { not: whole('Nordev', 'u'), use: 'NORDEV' },
    { not: whole('host organisation'), use: 'the organisation that runs the portal' },
    { not: whole('feedback'), use: 'comment' },
    { not: whole('entitled'), use: 'may be eligible: nothing is owed' },
    { not: whole('kind of (?:request|file|account)'), use: 'type' },
    { not: whole('late'), use: 'overdue' },
    { not: whole('approve (?:you|them|this agent|a colleague(?!’))'), use: '… the account' },
    { not: whole('MAD \\d[\\d,]*'), use: '5 M MAD' },
  ],
  ar: [
    {
      not: whole('(?:ال|لل)?تحميل\\p{L}*|حم[\u0651]?لوا'),
      use: 'رفع (upload), تنزيل (download)',
      except: [
        'common:errors.title',
        'common:errors.pageHint',
        'common:errors.reload',
        'common:table.loading',
        'layout:loading',
        'notices:loading',
        'wizard:services.loading',
        'wizard:journeys.lost',
      ],
    },
    { not: whole('(?:ال|لل)?تأهيل|يؤهل\\p{L}*'), use: 'التعريف بالمشروع؛ توجيه' },
    { not: whole('(?:ال|لل)?مشرفة?|مسؤول البوابة'), use: 'المسؤول عن البوابة، الهيئة المسيّرة' },
    { not: whole('شريك'), use: 'عون' },
    { not: whole('(?:ال)?مباراة'), use: 'مسابقة' },
    { not: whole('(?:ال)?موج[\u0651]ه'), use: 'مرشد' },
    { not: whole('معدل (?:الاندماج|الإدماج)'), use: 'نسبة' },
    { not: whole('(?:ال)?ضريبي'), use: 'الجبائي' },
    { not: whole('محال'), use: 'مُسندة' },
    { not: whole('ترافق\\p{L}*'), use: 'تواكب' },
    { not: whole('استمارت\\p{L}*'), use: 'استبيان' },
    { not: whole('طنجة تطوان'), use: 'طنجة-تطوان-الحسيمة' },
    { not: whole('الإقليم أو العمالة'), use: 'العمالة أو الإقليم' },
    {
      not: whole('(?:ال)?قائمة'),
      use: 'لائحة (قائمة is the menu)',
      except: ['layout:nav.main', 'layout:nav.open', 'landing:audience.lead'],
    },
    { not: whole('بيانات أثمنة|فواتير شكلية'), use: 'عروض أثمان أو فواتير أولية' },
    {
      not: whole('متوقفة'),
      use: 'معلّقة مؤقتاً',
      except: [
        'agent:empty.tab.blocked',
        'worklist:tabs.blocked',
        'PROCESSING_STEP_STATUS:items.3.libelle',
      ],
    },
    {
      not: whole('إيداع (?:هذه )?(?:ال)?وثائق|إيداع هذه الوثيقة|أودعوا وثيقة'),
      use: 'تقديم الوثائق',
    },
    { not: whole('دوركم الآن'), use: 'المطلوب منكم' },
    // People's spreadsheets have this value.
    { not: /^مقاولة$/, use: 'مقاولة أو تعاونية', except: ['imports:choice.entreprise'] },
    // A change of the consent's text would ask every person again.
    { not: /09-08/, use: 'القانون رقم 09.08' },
    { not: whole('(?:من )?حقكم|تستحقونها'), use: 'يمكنكم الاستفادة منها: nothing is owed' },
  ],
  es: [
    { not: whole('calific\\p{L}+'), use: 'perfil; orientar' },
    { not: whole('tratar|tratad[oa]s?|tratamiento(?! de datos)'), use: 'tramitar' },
    { not: whole('prestaci(?:ón|ones)'), use: 'servicio' },
    { not: whole('dispositivos? (?:principal|de apoyo)|otros dispositivos'), use: 'mecanismo' },
    { not: whole('retenid[oa]s|tasa concedida'), use: 'aplicadas' },
    { not: whole('topes?'), use: 'límite' },
    { not: whole('(?<!del )terreno (?:público|privado)'), use: 'suelo' },
    { not: whole('tipo de suelo'), use: 'tipo de terreno' },
    { not: whole('Chefchauen'), use: 'Chauen' },
    { not: whole('volumen de negocios'), use: 'facturación anual' },
    { not: whole('NEET'), use: 'que ni estudian ni trabajan' },
    { not: whole('dirhams?'), use: 'dírham' },
    { not: whole('apellido'), use: 'apellidos' },
    { not: whole('colegas?'), use: 'compañero' },
    {
      not: whole('inscri(?:to|ta|birse|pción)'),
      use: 'registro, registrarse',
      except: ['wizard:link.warning', 'concours-tdc:conditions.2', 'concours-tdc:comment'],
    },
    { not: whole('modelo de archivo'), use: 'plantilla' },
    { not: whole('confiad[oa]s?'), use: 'asignar' },
    { not: whole('autoemprendedor\\p{L}*'), use: 'autónomo' },
    { not: whole('empleados?'), use: 'asalariado' },
    { not: whole('anfitri\\p{L}+'), use: 'el organismo que gestiona el portal' },
    { not: whole('tasas?(?! de integración)'), use: 'porcentaje' },
    { not: whole('Nordev', 'u'), use: 'NORDEV' },
    { not: whole('acceso prohibido'), use: 'acceso denegado' },
    {
      not: whole('(?:primas?|ayudas?)(?: \\p{L}+){0,3} da derecho|prima que le corresponde'),
      use: 'podría',
    },
  ],
};

/** Obsolete terms in a text: one sentence each. */
export function termFaults(language: Language, place: string, text: string): string[] {
  return TERMS[language]
    .filter(({ not, except }) => not.test(text) && except?.includes(place) !== true)
    .map(({ not, use }) => `says “${not.exec(text)?.[0] ?? ''}”; use: ${use}`);
}
