/**
 * Browsers that translate a page put an element in the place of each text, or around it. React knows nothing of that: it would
 * fail where it takes such a text away or puts something before it, and what it writes into it would never be seen. After
 * https://github.com/facebook/react/issues/11538, with texts that go on changing.
 */

/** What a translator put in the place of a text that it took out of the page. */
const standIns = new WeakMap<Node, Element>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** The child of `parent` which shows `child`; null where nothing does. */
function shownIn(parent: Node, child: Node): Node | null {
  let node: Node | null = child.parentNode === null ? (standIns.get(child) ?? null) : child;
  while (node !== null && node.parentNode !== parent) node = node.parentNode;
  return node;
}

function noteReplaced({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  for (const text of removedNodes) {
    if (!(text instanceof Text) || text.parentNode !== null) continue;
    const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (font !== undefined) standIns.set(text, font);
  }
}

/** From now on React may draw in a page that is being translated. */
export function bearTranslation(): void {
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
    standIns.get(node)?.remove();
    standIns.delete(node);
    const next = before === null || before.parentNode === this ? before : shownIn(this, before);
    return insertBefore.call(this, node, next) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text);
      // A new text is shown as it is, and the translator finds it there.
      standIns.get(this)?.replaceWith(this);
      standIns.delete(this);
    },
  });
  new MutationObserver((records) => records.forEach(noteReplaced)).observe(document, {
    childList: true,
    subtree: true,
  });
}
