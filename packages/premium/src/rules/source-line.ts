const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;

/**
 * The 1-based line in a valid JSON text where the value at `path` begins. For a missing member it is the line of the
 * nearest enclosing object or array.
 */
export function lineOf(text: string, path: readonly string[]): number {
  // Each open object or array: the current member, and how much of the path leads to it.
  const open: { key: string; index: number | null; depth: number | null }[] = [];
  let line = 1;
  let best = { line: 1, depth: 0 };
  let pendingKey: string | null = null;

  const begin = (): number | null => {
    const parent = open.at(-1);
    if (parent === undefined) return 0;
    const name = parent.index === null ? parent.key : String(parent.index);
    const isOnPath = parent.depth !== null && path[parent.depth] === name;
    const depth = isOnPath && parent.depth !== null ? parent.depth + 1 : null;
    if (depth !== null && depth > best.depth) best = { line, depth };
    return depth;
  };

  for (const [token] of text.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ key: '', index: token === '[' ? 0 : null, depth: begin() });
      pendingKey = null;
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (parent && parent.index !== null) parent.index += 1;
      pendingKey = null;
    } else if (token === ':') {
      if (parent && pendingKey !== null) parent.key = JSON.parse(pendingKey) as string;
    } else if (token.trim() === '') {
      line += token.split('\n').length - 1;
    } else if (parent?.index === null && pendingKey === null) {
      pendingKey = token;
    } else {
      begin();
    }
  }
  return best.line;
}

// JSON strings contain no raw control characters, so the class excludes them.
const SCALAR =
  // eslint-disable-next-line no-control-regex -- JSON's own rule
  /^(?:"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

/** The expected next token of a JSON text. */
type Expected = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'separator';

/**
 * The 1-based line where a text stops being JSON; its last line when it is only unfinished. Error messages differ
 * between engines, and some have no position.
 */
export function brokenLineOf(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let line = 1;
  let read = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const parent = open.at(-1);
    const isValue: boolean = expected === 'value' || expected === 'firstValue';
    const isKey: boolean = expected === 'key' || expected === 'firstKey';
    if (token.trim() === '') {
      line += token.split('\n').length - 1;
    } else if (isValue && (token === '{' || token === '[')) {
      open.push(token);
      expected = token === '{' ? 'firstKey' : 'firstValue';
    } else if (
      (token === '}' && parent === '{' && (expected === 'firstKey' || expected === 'separator')) ||
      (token === ']' && parent === '[' && (expected === 'firstValue' || expected === 'separator'))
    ) {
      open.pop();
      expected = 'separator';
    } else if (token === ',' && expected === 'separator' && parent !== undefined) {
      expected = parent === '{' ? 'key' : 'value';
    } else if (token === ':' && expected === 'colon') {
      expected = 'value';
    } else if (SCALAR.test(token) && (isValue || (isKey && token.startsWith('"')))) {
      expected = isKey ? 'colon' : 'separator';
    } else {
      return line;
    }
    read += token.length;
  }
  // An unterminated string is no token, so the walk stops at its line.
  return read < text.length ? line : text.trimEnd().split('\n').length;
}

/**
 * Duplicate members of one object in a valid JSON text, which JSON.parse silently accepts. Each has its dotted path and
 * the 1-based line of the later one.
 */
export function doubledMembersOf(text: string): { path: string; line: number }[] {
  const open: { key: string; index: number | null; seen: Set<string> }[] = [];
  const found: { path: string; line: number }[] = [];
  let line = 1;
  let isKeyNext = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ key: '', index: token === '[' ? 0 : null, seen: new Set() });
      isKeyNext = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKeyNext = false;
    } else if (token === ',') {
      if (parent && parent.index !== null) parent.index += 1;
      isKeyNext = parent?.index === null;
    } else if (token.trim() === '') {
      line += token.split('\n').length - 1;
    } else if (isKeyNext && parent !== undefined) {
      isKeyNext = false;
      parent.key = JSON.parse(token) as string;
      if (parent.seen.has(parent.key)) {
        const path = open.map((one) => (one.index === null ? one.key : String(one.index)));
        found.push({ path: path.join('.'), line });
      }
      parent.seen.add(parent.key);
    }
  }
  return found;
}
