import fs from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { findSeedFolder, readSeedFiles, SeedFault } from './index.ts';
import { seedCopies } from './testing/seed-copies.ts';

const folder = findSeedFolder(undefined);
const copies = seedCopies(folder);
const textOf = (name: string) => fs.readFileSync(path.join(folder, 'reference', name), 'utf8');
const edited = (name: string, from: string | RegExp, to: string) => {
  const after = textOf(name).replace(from, to);
  expect(after).not.toBe(textOf(name));
  return { [name]: after };
};
const faultsOf = (written: Record<string, string | Uint8Array>): readonly string[] => {
  try {
    readSeedFiles(copies.make(written));
    return [];
  } catch (error) {
    if (error instanceof SeedFault) return error.faults;
    throw error;
  }
};
const warningsOf = (written: Record<string, string>) =>
  readSeedFiles(copies.make(written)).warnings;

it('reads places in the format of an earlier release', () => {
  const name = 'places/regions.json';
  const { items } = JSON.parse(textOf(name)) as { items: unknown };
  expect(faultsOf({ [name]: JSON.stringify(items) })).toEqual([]);
});

describe('faults of the seed files', () => {
  it('are all reported at once, with file, line and member, without consequential faults', () => {
    const faults = faultsOf({
      ...edited('lists/SERVICE.json', '"ACCUEIL_ORIENTATION"', '"ACCUEIL ORIENTATION?"'),
      ...edited('places/provinces.json', '"parent": "01"', '"parent": "99"'),
      ...edited('organisations/cgem-nord.json', '"slug"', '"slugg"'),
      ...edited('journeys/concours-tdc.json', '"tamwilcom"', '"tamwilcon"'),
      ...edited('premium/general-2026-default.json', '"01.511"', '"01.999"'),
    });
    expect(faults).toEqual([
      expect.stringMatching(/^lists\/SERVICE\.json: line 6: items\.0\.code: is no code \(/),
      expect.stringMatching(
        /^organisations\/cgem-nord\.json: line \d+: slug: must be a short name/,
      ),
      expect.stringMatching(/^organisations\/cgem-nord\.json: line 3: slugg: is no member here/),
      expect.stringMatching(
        /^places\/provinces\.json: line \d+: items\.0\.parent: 01\.511: its parent 99/,
      ),
      expect.stringMatching(
        /^premium\/general-2026-default\.json: line \d+: .* 01\.999 is no code/,
      ),
      expect.stringMatching(
        /^journeys\/concours-tdc\.json: line \d+: tasks\.2\.partner: tamwilcon/,
      ),
    ]);
  });

  it('include proposals with an unknown target, or without a supporting answer', () => {
    const list = 'lists/PROPOSITION.json';
    const at = 'service:ACCUEIL_ORIENTATION projectIdea:AUCUN';
    const faultsWith = (rule: string) => faultsOf(edited(list, at, rule));
    expect(faultsWith('service:ACCUEIL projectIdea:JAMAIS')).toEqual([
      expect.stringMatching(
        /^lists\/PROPOSITION\.json: line \d+: items\.4\.string_1: ACCUEIL is no code/,
      ),
      expect.stringMatching(/: items\.4\.string_1: JAMAIS is no answer of projectIdea/),
    ]);
    expect(faultsWith('journey:nulle-part lookingFor:RIEN')).toEqual([
      expect.stringMatching(/nulle-part is no journey/),
      expect.stringMatching(/RIEN is no answer of lookingFor/),
    ]);
    expect(faultsWith('service:ACCUEIL_ORIENTATION')).toEqual([
      expect.stringMatching(/: is no proposal: /),
    ]);
  });

  it('include format faults and reference faults of one file at once', () => {
    const journey = 'journeys/concours-tdc.json';
    const twice = {
      [journey]: textOf(journey)
        .replace('"active": true', '"active": "oui"')
        .replace('"title": "FINANCEMENT"', '"title": "FINANCER"')
        .replace('"partner": "tamwilcom"', '"partner": "tamwil"'),
    };
    expect(faultsOf(twice)).toEqual([
      expect.stringMatching(/^journeys\/concours-tdc\.json: line \d+: active: /),
      expect.stringMatching(/tasks\.2\.title: FINANCER is no code of SERVICE/),
      expect.stringMatching(/tasks\.2\.partner: tamwil is no organisation/),
    ]);
    const organisation = 'organisations/anapec.json';
    const faulty = {
      [organisation]: textOf(organisation)
        .replace('"slug": "anapec",', '"slug": "anapec", "colour": "blue",')
        .replace(/"services": \[[^\]]*\]/, '"services": ["RIEN"]'),
    };
    expect(faultsOf(faulty)).toEqual([
      expect.stringMatching(/colour: is no member here/),
      expect.stringMatching(/services\.0: RIEN is no code of SERVICE/),
    ]);
    const list = 'lists/PROPOSITION.json';
    const proposals = {
      [list]: textOf(list)
        .replace('"code": "', '"code": "é')
        .replace('projectIdea:AUCUN', 'projectIdea:JAMAIS'),
    };
    expect(faultsOf(proposals)).toEqual([
      expect.stringMatching(/items\.0\.code: is no code/),
      expect.stringMatching(/JAMAIS is no answer of projectIdea/),
    ]);
  });

  it('include the line of a file that is not UTF-8, with the instruction to save it as UTF-8', () => {
    const latin1 = Buffer.from(
      textOf('lists/PROFIL.json').replace('"Jubilado"', '"Júbilado"'),
      'latin1',
    );
    expect(faultsOf({ 'lists/PROFIL.json': latin1 })[0]).toMatch(
      /^lists\/PROFIL\.json: line \d+: is not UTF-8: save it as UTF-8/,
    );
    const utf16 = Buffer.from(`\uFEFF${textOf('lists/PROFIL.json')}`, 'utf16le');
    expect(faultsOf({ 'lists/PROFIL.json': utf16 })[0]).toMatch(/line 1: is not UTF-8/);
    const marked = `\uFEFF${textOf('lists/PROFIL.json')}`;
    expect(faultsOf({ 'lists/PROFIL.json': marked })).toEqual([]);
  });
});

describe('warnings about the seed files', () => {
  it('are absent for the files of the product', () => {
    expect(readSeedFiles(folder).warnings).toEqual([]);
  });

  it('contain file, line and member', () => {
    const doubled = edited(
      'lists/PROFIL.json',
      '"fr": "Salarié"',
      '"fr": "Employé", "fr": "Salarié"',
    );
    expect(warningsOf(doubled)).toEqual([
      expect.stringMatching(/^lists\/PROFIL\.json: line \d+: items\.\d\.libelle\.fr: stands twice/),
    ]);
    const latin = edited('lists/PROFIL.json', '"ar": "طالب"', '"ar": "Talib"');
    expect(warningsOf(latin)).toEqual([
      expect.stringMatching(
        /^lists\/PROFIL\.json: line \d+: items\.0\.libelle\.ar: has Latin letters/,
      ),
    ]);
    const journey = 'journeys/concours-tdc.json';
    const parallel = edited(
      journey,
      '"partner": "cri-tta"',
      '"partner": "cri-tta", "runsInParallel": true',
    );
    expect(warningsOf(parallel)).toEqual([
      expect.stringMatching(/tasks\.0\.runsInParallel: the first task has none before it/),
    ]);
    const stranger = edited(journey, '"partner": "tamwilcom"', '"partner": "anapec"');
    expect(warningsOf(stranger)).toEqual([
      expect.stringMatching(/tasks\.2\.partner: anapec does not offer FINANCEMENT/),
    ]);
  });
});
