import { createRequire } from 'node:module';

import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** Browsers of `oldest-browsers.ts`, as MDN names them, and Samsung Internet 18, which is Chrome 99. */
const floor = {
  chrome: 100,
  chrome_android: 100,
  firefox: 102,
  firefox_android: 102,
  safari: 15.4,
  safari_ios: 15.4,
  samsunginternet_android: 18,
} as const;

const isIn = (
  oldest: number,
  { version_added, version_removed, ...rest }: SimpleSupportStatement,
) =>
  typeof version_added === 'string' &&
  !(Number.parseFloat(version_added.replace('≤', '')) > oldest) &&
  version_added !== 'preview' &&
  version_removed === undefined &&
  rest.flags === undefined &&
  rest.prefix === undefined &&
  rest.alternative_name === undefined;

/** Whether an oldest supported browser lacks the feature. */
function isNewer({ support }: CompatStatement): boolean {
  return Object.entries(floor).some(([browser, oldest]) => {
    const statements = support[browser as keyof typeof floor];
    return statements !== undefined && ![statements].flat().some((one) => isIn(oldest, one));
  });
}

/** Feature at a path of MDN's data, if an oldest supported browser lacks it. */
export function newerAt(...path: string[]): string | undefined {
  let at = data as unknown as Identifier;
  for (const name of path) {
    const next = Object.hasOwn(at, name) ? at[name] : undefined;
    if (next === undefined) return undefined;
    at = next;
  }
  return at.__compat !== undefined && isNewer(at.__compat) ? path.join('.') : undefined;
}

const builtins: object = data.javascript.builtins ?? {};
const owners = { ...builtins, ...data.api } as Record<string, Identifier>;
const groupOf = (owner: string): string[] =>
  Object.hasOwn(builtins, owner) ? ['javascript', 'builtins'] : ['api'];

/** Members that no object of the oldest browsers has, and options of calls (`focus.focusVisible`). */
export const newerMembers = new Map<string, string>();
export const newerOptions = new Map<string, string>();

const older = new Set<string>();
const addOptions = (called: string, path: string[], options: Identifier) => {
  for (const name of Object.keys(options)) {
    const option = /^options_(\w+)_parameter$/.exec(name)?.[1];
    if (option === undefined) continue;
    const feature = newerAt(...path, name);
    if (feature === undefined) older.add(`${called}.${option}`);
    else newerOptions.set(`${called}.${option}`, feature);
  }
};
for (const [owner, members] of Object.entries(owners)) {
  const path = [...groupOf(owner), owner];
  addOptions(owner, path, members);
  // The members of a newer object are detected by the use of the object itself.
  if (newerAt(...path) !== undefined) continue;
  for (const [name, member] of Object.entries(members) as [string, Identifier][]) {
    if (name === '__compat') continue;
    const plain = name.replace(/_static$/, '');
    addOptions(plain, [...path, name], member);
    const feature = newerAt(...path, name);
    if (feature === undefined) older.add(plain);
    else if (plain === name && !newerMembers.has(name)) newerMembers.set(name, feature);
  }
}
for (const name of older) {
  newerMembers.delete(name);
  newerOptions.delete(name);
}

export const newerGlobal = (name: string): string | undefined =>
  newerAt('javascript', 'builtins', name) ?? newerAt('api', name) ?? newerAt('api', 'Window', name);

const instances: Record<string, string> = {
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  self: 'Window',
  window: 'Window',
};

/** A member of a global object (`URL.canParse`, `navigator.userActivation`). */
export function newerMemberOf(object: string, name: string): string | undefined {
  const owner = instances[object] ?? object;
  const group = groupOf(owner);
  return newerAt(...group, owner, `${name}_static`) ?? newerAt(...group, owner, name);
}
