/**
 * Browser translation replaces or wraps text nodes without React's knowledge. React would then fail to remove a text or
 * to insert before it, and its updates would stay invisible. Extends the workaround of
 * https://github.com/facebook/react/issues/11538 to texts that change.
 */

/** The element that a translator put in place of a text node. */
const replacements = new WeakMap<Node, Element>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** The child of `parent` that shows `child`; null when there is none. */
function shownIn(parent: Node, child: Node): Node | null {
  let node: Node | null = child.parentNode === null ? (replacements.get(child) ?? null) : child;
  while (node !== null && node.parentNode !== parent) node = node.parentNode;
  return node;
}

function noteReplaced({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  for (const text of removedNodes) {
    if (!(text instanceof Text) || text.parentNode !== null) continue;
    const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (font !== undefined) replacements.set(text, font);
  }
}

/** Patches the DOM methods so that React can render in a translated page. */
export function tolerateTranslation(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- each is called with its node
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = child.parentNode === this ? child : shownIn(this, child);
    if (shown !== null) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    replacements.get(node)?.remove();
    replacements.delete(node);
    const next = before === null || before.parentNode === this ? before : shownIn(this, before);
    return insertBefore.call(this, node, next) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text);
      // A new text is shown untranslated, and the translator finds it there.
      replacements.get(this)?.replaceWith(this);
      replacements.delete(this);
    },
  });
  new MutationObserver((records) => records.forEach(noteReplaced)).observe(document, {
    childList: true,
    subtree: true,
  });
}
