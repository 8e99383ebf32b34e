import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import * as plugins from '../../plugins/index.ts';
import { pluginSettings } from '../program/plugin.ts';
import { envExample, settingRows, settingsSchema } from './env-schema.ts';
import { readSettings } from './env.ts';

const ofPlugins = pluginSettings(plugins);
const readme = readFileSync(path.resolve(import.meta.dirname, '../../../../../README.md'), 'utf8');

/** Cells of the table between the two markers, without its heading. */
function readmeRows(): string[][] {
  const [, table = ''] = /<!-- settings -->\n(.*?)<!-- \/settings -->/s.exec(readme) ?? [];
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

it('.env.example is what env-schema.ts and the plugins say, and sets nothing', () => {
  const text = readFileSync(
    path.resolve(import.meta.dirname, '../../../../../.env.example'),
    'utf8',
  );
  expect(text).toBe(envExample(ofPlugins));
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

describe('the README’s table of settings', () => {
  it('is what env-schema.ts and the plugins say, setting by setting', () => {
    expect(readmeRows()).toEqual(settingRows(ofPlugins));
  });

  it('has at most 35 settings', () => {
    expect(settingRows(ofPlugins).length).toBeLessThanOrEqual(35);
  });

  it('names every setting that the server reads', () => {
    expect(readmeRows().map(([name]) => name)).toEqual(
      Object.keys({ ...settingsSchema.shape, ...ofPlugins }).map((name) => `\`${name}\``),
    );
  });

  // The table once listed `manual`, which the server refuses.
  it.each(
    settingRows(ofPlugins).flatMap(([name = '', standard = '']) => {
      const value = /^`([^`]+)`(?:;|$)/.exec(standard)?.[1];
      return value === undefined ? [] : [[name.replaceAll('`', ''), value]];
    }),
  )('%s takes the value that is named as its default: %s', (name, value) => {
    const env = { NODE_ENV: 'development', DATABASE_URL: 'postgresql://u:p@127.0.0.1/wasl' };
    const meant = value.replace('PORT', '3000').replace('DATA_DIR', '.data');
    const set = readSettings({ ...env, [name]: meant });
    expect({ ...set, storageUrl: path.resolve(set.storageUrl) }).toEqual(readSettings(env));
  });
});
