import { PDFArray, PDFDict, PDFName, PDFNull, PDFStream, type PDFObject } from '@cantoo/pdf-lib';

/**
 * Actions that run a program, open another file or submit a form. Links and jumps within the document are not among them.
 */
const actionNames = [
  'JavaScript',
  'Launch',
  'ImportData',
  'SubmitForm',
  'GoToE',
  'GoToR',
  'RichMediaExecute',
] as const;
/** Objects that carry other files. */
const carrierNames = ['EmbeddedFile', 'RichMedia'] as const;

const named = (names: readonly string[]): ReadonlySet<unknown> =>
  new Set(names.map((name) => PDFName.of(name)));
const actions = named(actionNames);
const carriers = named(carrierNames);
const [S, Type, Subtype, JS, EF, F, UF, XFA] = [
  ...['S', 'Type', 'Subtype', 'JS', 'EF', 'F', 'UF', 'XFA'].map((name) => PDFName.of(name)),
];
const rendition = PDFName.of('Rendition');

function isActiveDict(dict: PDFDict): boolean {
  const member = (name: PDFName | undefined): PDFObject | undefined =>
    name === undefined ? undefined : dict.get(name);
  const action = member(S);
  if (actions.has(action)) return true;
  if (action === rendition && member(JS) !== undefined) return true;
  if (carriers.has(member(Type)) || carriers.has(member(Subtype))) return true;
  // The specification of an embedded file. Fonts and pictures may have an entry EF too.
  if (member(EF) !== undefined && (member(F) ?? member(UF)) !== undefined) return true;
  const form = member(XFA);
  return form !== undefined && form !== PDFNull;
}

/**
 * Whether a PDF object runs something or carries a file. A name alone counts as well, because an action may refer to its kind.
 */
export function isActive(object: PDFObject): boolean {
  const open: PDFObject[] = [object];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one === object && (actions.has(one) || carriers.has(one))) return true;
    const dict = one instanceof PDFStream ? one.dict : one;
    if (dict instanceof PDFDict) {
      if (isActiveDict(dict)) return true;
      open.push(...dict.values());
    } else if (one instanceof PDFArray) for (const member of one.asArray()) open.push(member);
  }
  return false;
}

/** Pattern for a name in a file's bytes: each character may also be `#` and two hex digits. */
function writtenName(name: string): string {
  const characters = Array.from(name, (character) => {
    const digits = character.charCodeAt(0).toString(16);
    const escaped = Array.from(digits, (digit) => `[${digit}${digit.toUpperCase()}]`).join('');
    return `(?:${character}|#${escaped})`;
  });
  return `/${characters.join('')}(?![\\w#])`;
}

const anyOf = (names: readonly string[]): string => `(?:${names.map(writtenName).join('|')})`;
// Comments are excluded as gaps, because every position could start one (backtracking). Objects that only a parser
// finds behind comments are checked as objects.
const gap = '[\\s\\0]*';
const written = [
  // The document's source, which LibreOffice stores next to its pages and names in the trailer.
  writtenName('AdditionalStreams'),
  writtenName('S') + gap + anyOf(actionNames),
  `(?:${writtenName('Type')}|${writtenName('Subtype')})${gap}${anyOf(carrierNames)}`,
].map((pattern) => new RegExp(pattern));

/** Checks the raw bytes, for content that the parser made no object of. */
export function isActiveText(text: string): boolean {
  return written.some((pattern) => pattern.test(text));
}

const anyActive = new RegExp(anyOf([...actionNames, ...carrierNames, 'JS', 'EF', 'XFA']));

/** Checks an unreadable object: any of these names in it counts. */
export function mayBeActiveText(text: string): boolean {
  return anyActive.test(text);
}
