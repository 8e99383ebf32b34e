import * as canvas from '@napi-rs/canvas';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A page rendered as RGBA bytes, row by row from the top left. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

async function withPdf<T>(pdf: Buffer, read: (opened: PDFDocumentProxy) => Promise<T>): Promise<T> {
  // Loaded on the first use: most test files read no PDF.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
  }
}

async function pagesOf(opened: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  const pages: PDFPageProxy[] = [];
  for (let number = 1; number <= opened.numPages; number += 1)
    pages.push(await opened.getPage(number));
  return pages;
}

const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** Text of a PDF in reading order, without direction marks, and with runs of spaces collapsed. */
export async function textOfPdf(pdf: Buffer): Promise<string> {
  return await withPdf(pdf, async (opened) => {
    const texts: string[] = [];
    for (const page of await pagesOf(opened)) {
      const { items } = await page.getTextContent();
      for (const item of items)
        if ('str' in item) texts.push(item.hasEOL ? `${item.str}\n` : item.str);
      texts.push('\n');
    }
    return texts.join('').replace(directionMarks, '').replace(/\s+/g, ' ');
  });
}

/** The same by PDFium, the reader of Chrome. */
export async function textByPdfium(pdf: Buffer): Promise<string> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const opened = await library.loadDocument(pdf);
  const texts = Array.from(opened.pages(), (page) => page.getText());
  opened.destroy();
  library.destroy();
  return texts.join('\n').replace(directionMarks, '').replace(/\s+/g, ' ');
}

export async function fontsOfPdf(pdf: Buffer): Promise<string[]> {
  return await withPdf(pdf, async (opened) => {
    const names = new Set<string>();
    for (const page of await pagesOf(opened)) {
      await page.getOperatorList();
      for (const [, font] of page.commonObjs as Iterable<[string, { name?: string } | null]>)
        if (font?.name !== undefined) names.add(font.name);
    }
    return [...names];
  });
}

/**
 * Renders the pages of a PDF.
 * @param dotsPerInch resolution of the pictures
 */
export async function picturesOfPdf(pdf: Buffer, dotsPerInch: number): Promise<PagePicture[]> {
  return await withPdf(pdf, async (opened) => {
    const pictures: PagePicture[] = [];
    for (const page of await pagesOf(opened)) {
      const viewport = page.getViewport({ scale: dotsPerInch / 72 });
      const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
      const target = canvas.createCanvas(width, height);
      // The types of pdf.js cover only a browser's canvas.
      const drawing: unknown = { canvas: target, viewport };
      await page.render(drawing as Parameters<PDFPageProxy['render']>[0]).promise;
      const { data } = target.getContext('2d').getImageData(0, 0, width, height);
      pictures.push({ width, height, rgba: data });
    }
    return pictures;
  });
}

/** An element of the structure of a PDF. */
export interface StructureNode {
  readonly role: string;
  readonly alt?: string;
  /** Absent in contents, which have no role either. */
  readonly children?: readonly StructureNode[];
}

/** What a screen reader finds in a PDF. */
export async function structureOfPdf(pdf: Buffer) {
  return await withPdf(pdf, async (opened) => {
    const { info } = await opened.getMetadata();
    const viewer = await opened.getViewerPreferences();
    const { Language: language, Title: title } = info as { Language?: string; Title?: string };
    const nodes: StructureNode[] = [];
    let untagged = '';
    for (const page of await pagesOf(opened)) {
      // Elements have a role, contents do not.
      const tree: unknown = await page.getStructTree();
      nodes.push(JSON.parse(JSON.stringify(tree)) as StructureNode);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      let depth = 0;
      for (const item of items) {
        if ('str' in item) untagged += depth === 0 ? item.str : '';
        else depth += item.type === 'endMarkedContent' ? -1 : 1;
      }
    }
    const showsTitle =
      viewer !== null && 'DisplayDocTitle' in viewer && viewer.DisplayDocTitle === true;
    return { language, title, showsTitle, nodes, untagged };
  });
}
