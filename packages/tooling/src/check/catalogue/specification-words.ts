// French words that the specification quotes, verbatim, by section: a missing accent or a straight apostrophe is a
// fault. `{n}` represents a value.

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

export const quotedMessages = [portal, simulators].flatMap((sections, index) =>
  Object.entries(sections).flatMap(([section, words]) =>
    words.map((word) => [`${index === 0 ? 'portal' : 'simulators'} ${section}`, word] as const),
  ),
);

const messages = new Set(quotedMessages.map(([, message]) => message));

/** Replaces a text's placeholders as the quoted messages do. */
export function withoutNames(word: string): string {
  return word.replaceAll(/\{\{-?\s*\w+[^}]*\}\}/g, '{n}');
}

/** Whether the specification quotes this French text, which then stays verbatim, misspellings included. */
export function isQuoted(french: string): boolean {
  return messages.has(withoutNames(french));
}
