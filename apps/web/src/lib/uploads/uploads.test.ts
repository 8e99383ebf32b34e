import { describe, expect, it } from 'vitest';

import { checkFile, maxUploadBytes, type UploadKindName } from './uploads.ts';

const sized = (name: string, size: number): File =>
  Object.defineProperty(new File([], name), 'size', { value: size });

describe('a file before its upload', () => {
  it.each<[UploadKindName, string, string | null]>([
    ['pdf', 'plan.PDF', null],
    ['pdf', 'plan.docx', 'FILE_NOT_PDF'],
    ['pdf', 'pdf', 'FILE_NOT_PDF'],
    ...['mp4', 'avi', 'mov', 'mkv', 'wmv'].map((extension): [UploadKindName, string, null] => [
      'video',
      `film.${extension}`,
      null,
    ]),
    ['video', 'film.webm', 'FILE_NOT_VIDEO'],
    ['image', 'cin.png', null],
    ['image', 'cin.gif', null],
    ['image', 'cin.jpeg', null],
    ['image', 'cin.bmp', 'FILE_NOT_IMAGE'],
    ['image', 'cin.webp', null],
    ['image', 'cin.jfif', null],
    ['image', 'IMG_1234', null],
    ['image', 'scan.2026', null],
    ['image', 'photo.heic', null],
    ['image', 'cin.pdf', 'FILE_NOT_IMAGE'],
    ['logo', 'logo.webp', null],
    ['logo', 'logo.svg', 'LOGO_NOT_IMAGE'],
    ['csv', 'demandes.csv', null],
    ['csv', 'demandes.xlsx', 'FILE_NOT_CSV'],
    ['xlsx', 'personnes.xlsx', null],
    ['xlsx', 'personnes.csv', 'FILE_NOT_XLSX'],
    ...(['xlsx', 'csv'] as const).flatMap((kind): [UploadKindName, string, string | null][] => [
      [kind, 'personnes.XLS', 'WORKBOOK_XLS'],
      [kind, 'personnes.ods', 'WORKBOOK_ODS'],
      // The server names these.
      [kind, 'personnes.xlsb', null],
      [kind, 'personnes.numbers', null],
    ]),
    ['pdf', 'plan.ods', 'FILE_NOT_PDF'],
  ])('is checked as %s: %s returns %s', (kind, name, code) =>
    expect(checkFile(sized(name, 1), kind)).toBe(code),
  );

  it('can have exactly 10 MB, but not more', () => {
    expect(maxUploadBytes).toBe(10_485_760);
    expect(checkFile(sized('plan.pdf', maxUploadBytes), 'pdf')).toBeNull();
    expect(checkFile(sized('plan.pdf', maxUploadBytes + 1), 'pdf')).toBe('FILE_TOO_LARGE');
  });

  it('can have 1 MB as a logo', () => {
    expect(checkFile(sized('logo.png', 1024 * 1024), 'logo')).toBeNull();
    expect(checkFile(sized('logo.png', 1024 * 1024 + 1), 'logo')).toBe('LOGO_TOO_LARGE');
  });
});
