const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;

/**
 * The 1-based line of a text of valid JSON where the value at `path` begins; a member that is not
 * there answers the line of the nearest object or array around it.
 */
export function lineOf(text: string, path: readonly string[]): number {
  // Each open object or array: the member being read, and how much of the path leads to it.
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
