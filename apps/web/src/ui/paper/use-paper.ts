import { useCallback, useEffect, useRef, useState } from 'react';

import { type StoredPage, storePages, readPages, deleteExpiredPages } from './stored-pages.ts';
import { bytesPerPage, documentBytes, maxPages } from './page-budget.ts';
import { fullPage } from './page-geometry.ts';
import { type RenderedPicture, renderPicture, importPicture } from './picture.ts';

interface RenderedPage {
  /** The rendered page: another rotation or crop is another object. */
  readonly page: StoredPage;
  /** Byte limit; the picture exceeds it only where less would be unreadable. */
  readonly budget: number;
  /** Null when the browser could not render it. */
  readonly picture: RenderedPicture | null;
}

/** Whether the rendered picture matches the page and its present byte limit. */
function isRendered(rendered: RenderedPage | undefined, page: StoredPage, budget: number): boolean {
  if (rendered?.page !== page) return false;
  const { picture } = rendered;
  return picture === null || picture.jpeg.size <= budget || rendered.budget <= budget;
}

export interface Paper {
  readonly pages: readonly StoredPage[];
  /** Rendered pictures by page id; the previous one stays while the next is rendered. */
  readonly pictures: ReadonlyMap<string, RenderedPicture>;
  /** Number of pages or photographs still to be read and rendered. */
  readonly waiting: number;
  readonly bytes: number;
  /** Names of files that this browser cannot decode. */
  readonly unreadableNames: readonly string[];
  /** More pages were chosen than the limit of a document. */
  readonly isFull: boolean;
  /** Whether the pages survive closing this tab. */
  readonly isStored: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly change: (page: StoredPage) => void;
  readonly move: (page: StoredPage, by: 1 | -1) => void;
  readonly remove: (page: StoredPage) => void;
  readonly removeAll: () => void;
}

/** A queue that starts each job after the previous one settled. */
function useSerialQueue(): (work: () => Promise<unknown>) => Promise<unknown> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((work) => {
    last.current = last.current.then(work, work);
    return last.current;
  }, []);
}

/**
 * Photographed pages of one field: decoded one by one, stored on the device under `place`, and rendered for a document
 * of at most `limit` bytes and `most` pages.
 */
export function usePaper(
  place: string | undefined,
  limit: number,
  most: number = maxPages.pdf,
): Paper {
  const [pages, setPages] = useState<readonly StoredPage[]>([]);
  const [made, setMade] = useState<ReadonlyMap<string, RenderedPage>>(new Map());
  const [unread, setUnread] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(0);
  const [isFull, setFull] = useState(false);
  const [isStored, setStored] = useState(place !== undefined);
  const latest = useRef<readonly StoredPage[]>([]);
  // Photographs are decoded one at a time. Storage has a queue of its own: a deletion must not wait for rendering, or a
  // closed tab would keep the page.
  const inLine = useSerialQueue();
  const onDevice = useSerialQueue();

  const put = useCallback(
    (next: readonly StoredPage[]) => {
      const before = latest.current;
      latest.current = next;
      setPages(next);
      if (place === undefined) return;
      void onDevice(async () => {
        setStored(await storePages(place, before, next));
      });
    },
    [place, onDevice],
  );

  useEffect(() => {
    if (place === undefined) return;
    const read = onDevice(async () => {
      await deleteExpiredPages();
      const found = await readPages(place);
      const known = new Set(latest.current.map(({ id }) => id));
      const next = [...found.filter(({ id }) => !known.has(id)), ...latest.current];
      latest.current = next;
      setPages(next);
    });
    // New photographs come after the stored pages.
    void inLine(() => read);
  }, [place, inLine, onDevice]);

  const add = useCallback(
    (files: readonly File[]) => {
      const room = most - latest.current.length;
      setFull(files.length > room);
      setUnread([]);
      const taken = files.slice(0, Math.max(0, room));
      setReading((count) => count + taken.length);
      for (const file of taken) {
        void inLine(async () => {
          try {
            const picture = await importPicture(file);
            put([
              ...latest.current,
              { ...picture, id: crypto.randomUUID(), turn: 0, crop: fullPage },
            ]);
          } catch {
            setUnread((names) => [...names, file.name]);
          } finally {
            setReading((count) => count - 1);
          }
        });
      }
    },
    [inLine, most, put],
  );

  const budget = bytesPerPage(pages.length, limit);
  const toDraw = pages.find((page) => !isRendered(made.get(page.id), page, budget));
  useEffect(() => {
    if (toDraw === undefined) return undefined;
    let isOver = false;
    void inLine(async () => {
      if (isOver) return;
      const picture = await renderPicture(toDraw, budget).catch(() => null);
      setMade((all) => new Map(all).set(toDraw.id, { page: toDraw, budget, picture }));
    });
    return () => {
      isOver = true;
    };
  }, [toDraw, budget, inLine]);

  const pictures = new Map(
    pages.flatMap(({ id }) => {
      const picture = made.get(id)?.picture ?? null;
      return picture === null ? [] : [[id, picture] as const];
    }),
  );
  return {
    pages,
    pictures,
    waiting: reading + (toDraw === undefined ? 0 : 1),
    bytes: documentBytes([...pictures.values()].map(({ jpeg }) => jpeg.size)),
    unreadableNames: unread,
    isFull,
    isStored,
    add,
    change: (page) => put(latest.current.map((one) => (one.id === page.id ? page : one))),
    move: (page, by) => {
      const at = latest.current.findIndex(({ id }) => id === page.id);
      const rest = latest.current.filter(({ id }) => id !== page.id);
      put([...rest.slice(0, at + by), page, ...rest.slice(at + by)]);
    },
    remove: (page) => put(latest.current.filter(({ id }) => id !== page.id)),
    removeAll: () => put([]),
  };
}
