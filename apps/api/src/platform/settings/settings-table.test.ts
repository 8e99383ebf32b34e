import path from 'node:path';

import { describe, expect, it } from 'vitest';

import * as plugins from '../../plugins/index.ts';
import { pluginSettings } from '../program/plugin.ts';
import { envExample, settingRows, settingsSchema } from './env-schema.ts';
import { readSettings } from './env.ts';

const ofPlugins = pluginSettings(plugins);

it('.env.example lists the settings of env-schema.ts and the plugins, and sets none', async () => {
  const text = envExample(ofPlugins);
  await expect(text).toMatchFileSnapshot('../../../../../.env.example');
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

describe('the table of settings', () => {
  it('has at most 35 settings', () => {
    expect(settingRows(ofPlugins).length).toBeLessThanOrEqual(35);
  });

  it('lists every setting that the server reads', () => {
    expect(settingRows(ofPlugins).map(([name]) => name)).toEqual(
      Object.keys({ ...settingsSchema.shape, ...ofPlugins }).map((name) => `\`${name}\``),
    );
  });

  // The table once listed `manual`, which the server refuses.
  it.each(
    settingRows(ofPlugins).flatMap(([name = '', standard = '']) => {
      const value = /^`([^`]+)`(?:;|$)/.exec(standard)?.[1];
      return value === undefined ? [] : [[name.replaceAll('`', ''), value]];
    }),
  )('%s accepts its documented default: %s', (name, value) => {
    const env = { NODE_ENV: 'development', DATABASE_URL: 'postgresql://u:p@127.0.0.1/wasl' };
    const meant = value.replace('PORT', '3000').replace('DATA_DIR', '.data');
    const set = readSettings({ ...env, [name]: meant });
    expect({ ...set, storageUrl: path.resolve(set.storageUrl) }).toEqual(readSettings(env));
  });
});
