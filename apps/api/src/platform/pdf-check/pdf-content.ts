import {
  BaseStream,
  Dict,
  Name,
  Ref,
  stringToPDFString,
  XRefEntryException,
  type XRef,
} from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

import { beginsAsProgram, isProgramName } from './programs.ts';

/** What a document does and carries. */
export interface PdfContent {
  /** It starts something by itself, starts a program, carries one, or leads to a file or a script. */
  isDangerous: boolean;
  /** It has scripts for its reader's actions, a form that sends itself, or attached files. */
  isActive: boolean;
  /** Another reader, which searches the file for its objects, may find one where this one found none. */
  isMisplaced: boolean;
  /** Attached documents of the same kind. */
  readonly attached: Uint8Array[];
}

/** How the walk reached an object: as any, as what the reader program starts by itself, or as an attached file. */
type Role = 'any' | 'automatic' | 'file';

/** Actions that start a program, read a file of the computer, or control a film with scripts. */
const startingActions = new Set(['Launch', 'ImportData', 'RichMediaExecute']);
/** Actions that leave the document. A person may choose them. */
const leavingActions = new Set(['SubmitForm', 'GoToE', 'GoToR']);
/** Events of a form field or annotation that occur without its reader's action. Pages and documents have only such. */
const automaticEvents = new Set(['O', 'PO', 'PC', 'PV', 'PI', 'WC', 'WS', 'DS', 'WP', 'DP']);
/** Members that are an address or the name of a file. */
const addressKeys = ['URI', 'Base', 'F', 'UF', 'DOS', 'Mac', 'Unix'];
const dangerousAddress = /^(?:(?:javascript|vbscript|file|data|smb):|[\\/]{2})/i;

const nameOf = (value: unknown): string | undefined =>
  value instanceof Name ? value.name : undefined;
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** @param isFile whether the value is the name of a file */
function isDangerous(value: unknown, isFile: boolean): boolean {
  if (typeof value !== 'string') return false;
  const text = stringToPDFString(value);
  if (isFile && isProgramName(text)) return true;
  // Programs ignore invisible characters in an address.
  return dangerousAddress.test(text.replace(/[\p{Cc}\p{Cf}\s]/gu, ''));
}

/** Reads everything that a document refers to, as the preview's reader decodes it. */
class Walk {
  readonly content: PdfContent = {
    isDangerous: false,
    isActive: false,
    isMisplaced: false,
    attached: [],
  };
  readonly #open: [value: unknown, role: Role][] = [];
  readonly #seen = new Set<string>();
  readonly #xref: XRef;

  constructor(xref: XRef) {
    this.#xref = xref;
  }

  run(trailer: unknown): PdfContent {
    this.#open.push([trailer, 'any']);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const [value, role] = next;
      if (value instanceof Ref) {
        const key = `${String(value.num)} ${String(value.gen)} ${role}`;
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
      }
      this.#visit(
        this.#read(() => (value instanceof Ref ? this.#xref.fetch(value) : value)),
        role,
      );
    }
    return this.content;
  }

  /** @returns undefined for an object that is unreadable. @throws RangeError at too deep nesting */
  #read(read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      this.content.isMisplaced ||= error instanceof XRefEntryException;
      return undefined;
    }
  }

  #visit(object: unknown, role: Role): void {
    if (Array.isArray(object)) for (const item of object) this.#open.push([item, role]);
    else if (object instanceof Dict) this.#visitDict(object, role);
    else if (object instanceof BaseStream) {
      const { dict } = object;
      const get = (key: string) => this.#read(() => dict?.get(key));
      if (role === 'file' || nameOf(get('Type')) === 'EmbeddedFile') this.#visitFile(object);
      // A script may be a stream, and its dictionary has members as any other.
      if (dict !== null) this.#visitDict(dict, 'any');
    }
  }

  #visitFile(stream: BaseStream): void {
    this.content.isActive = true;
    this.#read(() => {
      const beginning = latin1(stream.getBytes(1024));
      this.content.isDangerous ||= beginsAsProgram(beginning);
      if (!beginning.includes('%PDF-')) return;
      stream.reset();
      this.content.attached.push(stream.getBytes());
    });
  }

  #visitDict(dict: Dict, role: Role): void {
    const get = (key: string) => this.#read(() => dict.get(key));
    this.#visitAction(dict, get, role);
    const subtype = nameOf(get('Subtype'));
    // A file specification, or an action that opens a file by its name.
    const isFile = dict.has('EF') || dict.has('UF') || leavingActions.has(nameOf(get('S')) ?? '');
    this.content.isDangerous ||=
      subtype === 'RichMedia' ||
      dict.has('OnInstantiate') ||
      get('NeedsRendering') === true ||
      addressKeys.some((key) => isDangerous(get(key), isFile));
    if (dict.has('XFA')) this.#visitDynamicForm(get);
    for (const key of dict.getKeys()) {
      const value = dict.getRaw(key);
      if (key === 'AA') this.#visitEvents(dict, get);
      else this.#open.push([value, this.#roleOf(key, role)]);
    }
  }

  #roleOf(key: string, role: Role): Role {
    // The name tree `JavaScript` runs at the opening.
    if (key === 'OpenAction' || key === 'JavaScript') return 'automatic';
    // Fonts may have the name EF too. They have no member of these.
    if (role === 'file' && addressKeys.includes(key)) return 'file';
    if (['EF', 'RF', 'AdditionalStreams'].includes(key)) return 'file';
    return role === 'automatic' && ['Next', 'Names', 'Kids'].includes(key) ? 'automatic' : 'any';
  }

  #visitAction(dict: Dict, get: (key: string) => unknown, role: Role): void {
    const action = nameOf(get('S')) ?? '';
    const isScript = action === 'JavaScript' || dict.has('JS');
    const isLeaving = leavingActions.has(action);
    if (startingActions.has(action)) this.content.isDangerous = true;
    if (role === 'automatic' && (isScript || isLeaving)) this.content.isDangerous = true;
    if (isScript || (isLeaving && action !== 'GoToR')) this.content.isActive = true;
  }

  #visitEvents(dict: Dict, get: (key: string) => unknown): void {
    const events = get('AA');
    if (!(events instanceof Dict)) return;
    const isField =
      nameOf(get('Type')) !== 'Page' && ['FT', 'T', 'Subtype'].some((key) => dict.has(key));
    for (const event of events.getKeys())
      this.#open.push([
        events.getRaw(event),
        !isField || automaticEvents.has(event) ? 'automatic' : 'any',
      ]);
  }

  /** Only Adobe's reader shows a form that has no other fields. Its scripts run at the opening. */
  #visitDynamicForm(get: (key: string) => unknown): void {
    const parts = get('XFA');
    const streams = (Array.isArray(parts) ? parts : [parts])
      .map((part) => this.#read(() => (part instanceof Ref ? this.#xref.fetch(part) : part)))
      .filter((part) => part instanceof BaseStream);
    if (streams.length === 0) return;
    const fields = get('Fields');
    const text = this.#read(() => streams.map((part) => latin1(part.getBytes())).join(''));
    this.content.isActive = true;
    if (!Array.isArray(fields) || fields.length === 0 || /<(?:[\w-]+:)?script\b/.test(String(text)))
      this.content.isDangerous = true;
  }
}

/** @throws RangeError where objects are nested too deep to be read */
export const contentOf = (xref: XRef): PdfContent => new Walk(xref).run(xref.trailer);
