import type { Lang } from '@wasl/contracts';

interface Samples {
  readonly label: string;
  readonly hint: string;
  readonly error: string;
  readonly text: string;
  readonly name: string;
  readonly action: string;
  readonly choices: readonly string[];
}

/** Sample texts of the gallery. Developers alone see them, so they are in no catalogue. */
export const samples: Readonly<Record<Lang, Samples>> = {
  fr: {
    label: 'Besoin exprimé',
    hint: 'En quelques mots, par exemple le lieu et la date.',
    error: 'Ce champ est obligatoire.',
    text: 'Je prépare une coopérative de miel à Al Hoceima et je cherche un accompagnement pour le plan d’affaires.',
    name: 'Centre régional d’investissement Tanger-Tétouan-Al Hoceima',
    action: 'Déposer la demande',
    choices: ['Création d’entreprise', 'Plan d’affaires', 'Formation'],
  },
  en: {
    label: 'Expressed need',
    hint: 'In a few words, for example place and date.',
    error: 'This field is required.',
    text: 'I am starting a honey cooperative in Al Hoceima and need support with the business plan.',
    name: 'Regional investment centre Tangier-Tetouan-Al Hoceima',
    action: 'Submit the request',
    choices: ['Business creation', 'Business plan', 'Training'],
  },
  ar: {
    label: 'الحاجة المعبَّر عنها',
    hint: 'في بضع كلمات، مثلاً المكان والتاريخ.',
    error: 'هذه الخانة إجبارية.',
    text: 'أهيئ تعاونية للعسل بالحسيمة وأبحث عن مواكبة لإعداد مخطط الأعمال قبل 31/12/2026.',
    name: 'المركز الجهوي للاستثمار طنجة تطوان الحسيمة',
    action: 'إيداع الطلب',
    choices: ['إنشاء مقاولة', 'مخطط الأعمال', 'تكوين'],
  },
  es: {
    label: 'Necesidad expresada',
    hint: 'En pocas palabras, por ejemplo lugar y fecha.',
    error: 'Este campo es obligatorio.',
    text: 'Preparo una cooperativa de miel en Alhucemas y busco acompañamiento para el plan de negocio.',
    name: 'Centro regional de inversión Tánger-Tetuán-Alhucemas',
    action: 'Presentar la solicitud',
    choices: ['Creación de empresa', 'Plan de negocio', 'Formación'],
  },
};
