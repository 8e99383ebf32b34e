import type PDFDocument from 'pdfkit';

import type { Block } from './text-layout.ts';

type Doc = InstanceType<typeof PDFDocument>;
type StructureElement = ReturnType<Doc['struct']>;
/** Options of pdfkit's structure elements. Its public types omit box and scope. */
export interface StructureOptions {
  alt?: string;
  actual?: string;
  /** Left, top, right, bottom. */
  bbox?: [number, number, number, number];
  scope?: 'Row';
}

/** The structure of a document, for screen readers. */
export function structureOf(doc: Doc) {
  let current = doc.struct('Document');
  doc.addStructure(current);
  let isMarked = false;

  /** Marks what `draw` draws, unless it is a part of marked content. Content never spans pages. */
  function marked(mark: () => void, draw: () => void): void {
    if (isMarked) {
      draw();
      return;
    }
    mark();
    isMarked = true;
    draw();
    isMarked = false;
    doc.endMarkedContent();
  }
  /** Draws what screen readers skip. */
  const artifact = (draw: () => void): void => marked(() => doc.markContent('Artifact'), draw);
  /** Draws content of the current element. */
  const content = (draw: () => void): void =>
    marked(() => current.add(doc.markStructureContent('Span')), draw);
  /** Adds an element to the structure, under the current one. */
  function element(tag: string, options: StructureOptions = {}): StructureElement {
    const added = doc.struct(tag, options);
    current.add(added);
    return added;
  }
  /** Draws below an element of the structure. */
  function within(parent: StructureElement, draw: () => void): void {
    const outer = current;
    current = parent;
    draw();
    current = outer;
  }
  /** Draws text as an element of its own, or as a part of an artifact. */
  function written({ style, spoken }: Block, draw: () => void): void {
    if (isMarked) draw();
    else within(element(style.tag, spoken), draw);
  }
  return { artifact, content, element, within, written };
}
