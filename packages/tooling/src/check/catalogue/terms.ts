import type { Language } from './catalogues.ts';

/** A word with its replacement, so that each thing has one term. */
interface Term {
  not: RegExp;
  say: string;
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
      say: 'organisme (partenaire), agent',
      except: ['LOOKING_FOR:items.11.libelle'],
    },
    { not: whole('canevas'), say: 'modèle de fichier' },
    { not: whole('e-mails?'), say: 'email' },
    { not: whole('Hoceïma'), say: 'Hoceima' },
    { not: whole('Nordev', 'u'), say: 'NORDEV' },
    { not: whole('(?:changé|changements) d’état|état (?:actuel )?de la demande'), say: 'statut' },
    { not: whole('remettre|remise?s?|transmettre|transmise?s?'), say: 'déposer' },
    { not: whole('qualifier|qualifiée?s?|une qualification'), say: 'orienter' },
    { not: whole('organisme d’accueil'), say: 'organisme gestionnaire' },
    { not: whole('retour (?:du|au) (?:partenaire|bénéficiaire)'), say: 'commentaire' },
    { not: whole('employés?'), say: 'salarié' },
    { not: whole('niveau d’étude'), say: 'niveau d’études' },
    { not: whole('approuver (?:un|cet) (?:collègue|agent)|vous approuver'), say: '… un compte' },
    { not: whole('(?:avez|ouvre|donne) droit'), say: 'pouvez prétendre: nothing is owed' },
    { not: whole('ce qui s’est passé'), say: 'historique' },
    { not: whole('présentation illustrative'), say: 'présentation du projet' },
    {
      not: whole('personne (?:physique|morale)'),
      say: 'moi-même; société, coopérative, association',
    },
    { not: whole('c’est mon appareil'), say: 'garder mes brouillons sur cet appareil' },
    // Agents read the specified status.
    {
      not: whole('bloquée'),
      say: 'en pause',
      except: ['agent:empty.tab.blocked', 'PROCESSING_STEP_STATUS:items.3.libelle'],
    },
    { not: /^Personne$/, say: 'sans responsable; aucun remplaçant' },
    { not: whole('tout le reste peut'), say: 'vous pouvez aussi choisir autre chose' },
    { not: /^une entreprise$/i, say: 'une entreprise ou une coopérative' },
  ],
  en: [
    {
      not: whole('(?<!\\{\\{)partners?(?! organisation)'),
      say: '(partner) organisation, agent',
      except: ['DOCUMENT:items.23.libelle', 'LOOKING_FOR:items.11.libelle'],
    },
    { not: whole('hand(?:s|ed)? (?:it |them )?(?:in|out)|handled'), say: 'upload, process' },
    {
      not: whole('qualif\\p{L}+'),
      say: 'profile questionnaire; direct',
      except: ['NIVEAU_ETUDE:items.0.libelle'],
    },
    { not: whole('premium simulator|main support scheme premium'), say: 'grant' },
    { not: whole('(?:rate|premiums) kept|rate granted'), say: 'applied' },
    { not: whole('surname'), say: 'last name' },
    { not: whole('country prefix'), say: 'dialling code' },
    { not: whole('level of study'), say: 'level of education' },
    { not: whole('type of property'), say: 'type of land' },
    { not: whole('rephras\\p{L}+'), say: 'revise' },
    { not: whole('illustrative presentation'), say: 'project presentation' },
    { not: whole('expressed need'), say: 'your need, need' },
    { not: whole('fields? of intervention'), say: 'area of support' },
    { not: whole('(?:natural|legal) person'), say: 'just me; company, cooperative or association' },
    { not: whole('this is my device'), say: 'keep my drafts on this device' },
    {
      not: whole('convergence|future professions?'),
      say: 'fit with the priorities; job of the future',
    },
    { not: whole('bare land'), say: 'undeveloped land' },
    { not: whole('kept simulations?|keep this simulation'), say: 'saved, save' },
    { not: whole('going by|go on to'), say: 'based on; go to' },
    { not: whole('Nordev', 'u'), say: 'NORDEV' },
    { not: whole('host organisation'), say: 'the organisation that runs the portal' },
    { not: whole('feedback'), say: 'comment' },
    { not: whole('entitled'), say: 'may be eligible: nothing is owed' },
    { not: whole('kind of (?:request|file|account)'), say: 'type' },
    { not: whole('late'), say: 'overdue' },
    { not: whole('approve (?:you|them|this agent|a colleague(?!’))'), say: '… the account' },
    { not: whole('MAD \\d[\\d,]*'), say: '5 M MAD' },
  ],
  ar: [
    {
      not: whole('(?:ال|لل)?تحميل\\p{L}*|حم[\u0651]?لوا'),
      say: 'رفع (upload), تنزيل (download)',
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
    { not: whole('(?:ال|لل)?تأهيل|يؤهل\\p{L}*'), say: 'التعريف بالمشروع؛ توجيه' },
    { not: whole('(?:ال|لل)?مشرفة?|مسؤول البوابة'), say: 'المسؤول عن البوابة، الهيئة المسيّرة' },
    { not: whole('شريك'), say: 'عون' },
    { not: whole('(?:ال)?مباراة'), say: 'مسابقة' },
    { not: whole('(?:ال)?موج[\u0651]ه'), say: 'مرشد' },
    { not: whole('معدل (?:الاندماج|الإدماج)'), say: 'نسبة' },
    { not: whole('(?:ال)?ضريبي'), say: 'الجبائي' },
    { not: whole('محال'), say: 'مُسندة' },
    { not: whole('ترافق\\p{L}*'), say: 'تواكب' },
    { not: whole('استمارت\\p{L}*'), say: 'استبيان' },
    { not: whole('طنجة تطوان'), say: 'طنجة-تطوان-الحسيمة' },
    { not: whole('الإقليم أو العمالة'), say: 'العمالة أو الإقليم' },
    {
      not: whole('(?:ال)?قائمة'),
      say: 'لائحة (قائمة is the menu)',
      except: ['layout:nav.main', 'layout:nav.open', 'landing:audience.lead'],
    },
    { not: whole('بيانات أثمنة|فواتير شكلية'), say: 'عروض أثمان أو فواتير أولية' },
    {
      not: whole('متوقفة'),
      say: 'معلّقة مؤقتاً',
      except: [
        'agent:empty.tab.blocked',
        'worklist:tabs.blocked',
        'PROCESSING_STEP_STATUS:items.3.libelle',
      ],
    },
    {
      not: whole('إيداع (?:هذه )?(?:ال)?وثائق|إيداع هذه الوثيقة|أودعوا وثيقة'),
      say: 'تقديم الوثائق',
    },
    { not: whole('دوركم الآن'), say: 'المطلوب منكم' },
    // People's spreadsheets have this value.
    { not: /^مقاولة$/, say: 'مقاولة أو تعاونية', except: ['imports:choice.entreprise'] },
    // A change of the consent's text would ask every person again.
    { not: /09-08/, say: 'القانون رقم 09.08' },
    { not: whole('(?:من )?حقكم|تستحقونها'), say: 'يمكنكم الاستفادة منها: nothing is owed' },
  ],
  es: [
    { not: whole('calific\\p{L}+'), say: 'perfil; orientar' },
    { not: whole('tratar|tratad[oa]s?|tratamiento(?! de datos)'), say: 'tramitar' },
    { not: whole('prestaci(?:ón|ones)'), say: 'servicio' },
    { not: whole('dispositivos? (?:principal|de apoyo)|otros dispositivos'), say: 'mecanismo' },
    { not: whole('retenid[oa]s|tasa concedida'), say: 'aplicadas' },
    { not: whole('topes?'), say: 'límite' },
    { not: whole('(?<!del )terreno (?:público|privado)'), say: 'suelo' },
    { not: whole('tipo de suelo'), say: 'tipo de terreno' },
    { not: whole('Chefchauen'), say: 'Chauen' },
    { not: whole('volumen de negocios'), say: 'facturación anual' },
    { not: whole('NEET'), say: 'que ni estudian ni trabajan' },
    { not: whole('dirhams?'), say: 'dírham' },
    { not: whole('apellido'), say: 'apellidos' },
    { not: whole('colegas?'), say: 'compañero' },
    {
      not: whole('inscri(?:to|ta|birse|pción)'),
      say: 'registro, registrarse',
      except: ['wizard:link.warning', 'concours-tdc:conditions.2', 'concours-tdc:comment'],
    },
    { not: whole('modelo de archivo'), say: 'plantilla' },
    { not: whole('confiad[oa]s?'), say: 'asignar' },
    { not: whole('autoemprendedor\\p{L}*'), say: 'autónomo' },
    { not: whole('empleados?'), say: 'asalariado' },
    { not: whole('anfitri\\p{L}+'), say: 'el organismo que gestiona el portal' },
    { not: whole('tasas?(?! de integración)'), say: 'porcentaje' },
    { not: whole('Nordev', 'u'), say: 'NORDEV' },
    { not: whole('acceso prohibido'), say: 'acceso denegado' },
    {
      not: whole('(?:primas?|ayudas?)(?: \\p{L}+){0,3} da derecho|prima que le corresponde'),
      say: 'podría',
    },
  ],
};

/** Obsolete terms in a text: one sentence each. */
export function termFaults(language: Language, place: string, text: string): string[] {
  return TERMS[language]
    .filter(({ not, except }) => not.test(text) && except?.includes(place) !== true)
    .map(({ not, say }) => `says “${not.exec(text)?.[0] ?? ''}”; say: ${say}`);
}
