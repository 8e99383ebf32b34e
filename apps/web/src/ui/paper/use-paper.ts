import { useCallback, useEffect, useRef, useState } from 'react';

import { type KeptPage, keepPages, readPages, sweepPages } from './kept-pages.ts';
import { bytesPerPage, documentBytes, mostPages } from './page-budget.ts';
import { whole } from './page-geometry.ts';
import { type MadePicture, makePicture, takePicture } from './picture.ts';

interface Made {
  /** The page that was drawn: another turn or cut is another object. */
  readonly page: KeptPage;
  /** Bytes it might have: it has more only where nothing less can be read. */
  readonly budget: number;
  /** Null where the browser could not draw it. */
  readonly picture: MadePicture | null;
}

/** Whether a drawn page is the page as it is now, within what it may weigh now. */
function isDrawn(there: Made | undefined, page: KeptPage, budget: number): boolean {
  if (there?.page !== page) return false;
  const { picture } = there;
  return picture === null || picture.jpeg.size <= budget || there.budget <= budget;
}

export interface Paper {
  readonly pages: readonly KeptPage[];
  /** The drawn picture of a page, by its id; of its last shape while the next is drawn. */
  readonly pictures: ReadonlyMap<string, MadePicture>;
  /** Pages or photographs that are still to be read and drawn. */
  readonly waiting: number;
  readonly bytes: number;
  /** Names of the files that this browser cannot read. */
  readonly unread: readonly string[];
  /** More pages were chosen than one document holds. */
  readonly isFull: boolean;
  /** Whether closing this tab loses nothing. */
  readonly isKept: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly change: (page: KeptPage) => void;
  readonly move: (page: KeptPage, by: 1 | -1) => void;
  readonly remove: (page: KeptPage) => void;
  readonly removeAll: () => void;
}

/** A line in which one work begins when the one before it is over, however that ended. */
function useLine(): (work: () => Promise<unknown>) => Promise<unknown> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((work) => {
    last.current = last.current.then(work, work);
    return last.current;
  }, []);
}

/**
 * The photographed pages of one field: read one after the other, kept on the device under `place`, and drawn as they will be
 * in a document of at most `limit` bytes.
 */
export function usePaper(place: string | undefined, limit: number): Paper {
  const [pages, setPages] = useState<readonly KeptPage[]>([]);
  const [made, setMade] = useState<ReadonlyMap<string, Made>>(new Map());
  const [unread, setUnread] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(0);
  const [isFull, setFull] = useState(false);
  const [isKept, setKept] = useState(place !== undefined);
  const latest = useRef<readonly KeptPage[]>([]);
  // Photographs are unpacked one at a time. What the device keeps stands in a line of its own: a page that was deleted must not
  // be there again because another was still being drawn when the tab was closed.
  const inLine = useLine();
  const onDevice = useLine();

  const put = useCallback(
    (next: readonly KeptPage[]) => {
      const before = latest.current;
      latest.current = next;
      setPages(next);
      if (place === undefined) return;
      void onDevice(async () => {
        setKept(await keepPages(place, before, next));
      });
    },
    [place, onDevice],
  );

  useEffect(() => {
    if (place === undefined) return;
    const read = onDevice(async () => {
      await sweepPages();
      const found = await readPages(place);
      const known = new Set(latest.current.map(({ id }) => id));
      const next = [...found.filter(({ id }) => !known.has(id)), ...latest.current];
      latest.current = next;
      setPages(next);
    });
    // A photograph comes after the pages that were there.
    void inLine(() => read);
  }, [place, inLine, onDevice]);

  const add = useCallback(
    (files: readonly File[]) => {
      const room = mostPages - latest.current.length;
      setFull(files.length > room);
      setUnread([]);
      const taken = files.slice(0, Math.max(0, room));
      setReading((count) => count + taken.length);
      for (const file of taken) {
        void inLine(async () => {
          try {
            const picture = await takePicture(file);
            put([...latest.current, { ...picture, id: crypto.randomUUID(), turn: 0, crop: whole }]);
          } catch {
            setUnread((names) => [...names, file.name]);
          } finally {
            setReading((count) => count - 1);
          }
        });
      }
    },
    [inLine, put],
  );

  const budget = bytesPerPage(pages.length, limit);
  const toDraw = pages.find((page) => !isDrawn(made.get(page.id), page, budget));
  useEffect(() => {
    if (toDraw === undefined) return undefined;
    let isOver = false;
    void inLine(async () => {
      if (isOver) return;
      const picture = await makePicture(toDraw, budget).catch(() => null);
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
    unread,
    isFull,
    isKept,
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
