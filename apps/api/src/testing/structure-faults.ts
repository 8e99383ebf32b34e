import { structureOfPdf, type StructureNode } from '@wasl/tooling/testing/pdf';

const isElement = (node: StructureNode): boolean => 'role' in node;
const childrenOf = (node: StructureNode): StructureNode[] =>
  (node.children ?? []).filter(isElement);
const below = (node: StructureNode): StructureNode[] => [
  node,
  ...childrenOf(node).flatMap((child) => below(child)),
];

/**
 * Rules of PDF/UA that a PDF breaks: language, title, tagged text, headings in order, tables, lists, figures. The tree
 * of pdf.js is the one that `pdfinfo -struct` of poppler prints.
 */
export async function structureFaults(pdf: Buffer, lang: string): Promise<string[]> {
  const { language, title, showsTitle, nodes, untagged } = await structureOfPdf(pdf);
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  check(language === lang, `language ${String(language)}`);
  check(Boolean(title) && showsTitle, 'title');
  check(untagged.trim() === '', `untagged: ${untagged}`);
  let level = 0;
  // pdf.js gives each page a tree. A row over two pages has its header on the first only.
  const continued = new Set(
    nodes.slice(1).map((page) => below(page).find(({ role }) => role === 'TR')),
  );
  for (const node of nodes.flatMap(below)) {
    const { role } = node;
    const inside = childrenOf(node).map((child) => child.role);
    if (/^H\d$/.test(role)) {
      const next = Number(role[1]);
      check(next <= level + 1 && (next > 1 || level === 0), `${role} after H${String(level)}`);
      level = next;
    }
    if (role === 'Table')
      check(
        inside.every((one) => one === 'TR'),
        `Table: ${inside.join(' ')}`,
      );
    const row = continued.has(node) ? /^T[HD]( TD)*$/ : /^TH( TD)*$/;
    if (role === 'TR') check(row.test(inside.join(' ')), `TR: ${inside.join(' ')}`);
    if (role === 'LI')
      check(/^(Lbl)? ?(LBody)?$/.test(inside.join(' ')), `LI: ${inside.join(' ')}`);
    if (role === 'Figure') check(Boolean(node.alt), 'Figure without text');
  }
  const roles = new Set(nodes.flatMap(below).map(({ role }) => role));
  for (const role of ['H1', 'H2', 'TH', 'LI', 'Figure']) check(roles.has(role), `no ${role}`);
  return faults;
}
