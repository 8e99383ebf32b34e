export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** Parses a text into paragraphs and lists: one per line; a line that begins with a dash is a list item. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const item = /^[-–•] (.+)$/.exec(line)?.[1];
    const last = blocks.at(-1);
    if (line === '') continue;
    if (item === undefined) blocks.push({ kind: 'text', text: line });
    else if (last?.kind === 'list')
      blocks.splice(-1, 1, { kind: 'list', items: [...last.items, item] });
    else blocks.push({ kind: 'list', items: [item] });
  }
  return blocks;
}

/** Parses a link to a web page, a mail address or a telephone; null for anything else. */
export function linkOf(target: string | null): { href: string; text: string } | null {
  if (target === null || !/^(?:https:\/\/|mailto:|tel:)\S+$/.test(target)) return null;
  return { href: target, text: target.replace(/^(?:https:\/\/|mailto:|tel:)/, '') };
}
