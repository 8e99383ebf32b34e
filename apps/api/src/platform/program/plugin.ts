import { z } from 'zod';

import type { Environment } from '../settings/env.ts';
import { observeAll, type Observer } from './observer.ts';
import type { OpenDeps } from './open-deps.ts';

type ProgramName = 'server' | 'worker';

/** A plugin that is on in this process. */
export interface RunningPlugin extends Observer {
  /** Called once, after everything else is closed. Never rejects. */
  readonly close?: () => Promise<void>;
}

/** An optional part of the portal: a folder `plugins/<name>` on each floor that it needs. */
export interface Plugin {
  /** Its settings; they are rows of the README's table. */
  readonly settings: z.ZodRawShape;
  /** @returns undefined where its settings leave it off @throws StartRefused */
  readonly start: (
    environment: Environment,
    opened: OpenDeps,
    program: ProgramName,
  ) => Promise<RunningPlugin | undefined>;
}

/** Makes a plugin whose `start` takes the values of its own settings. */
export function definePlugin<Shape extends z.ZodRawShape>(
  settings: Shape,
  start: (
    values: z.infer<z.ZodObject<Shape>>,
    opened: OpenDeps,
    program: ProgramName,
  ) => Promise<RunningPlugin | undefined>,
): Plugin {
  const schema = z.object(settings);
  return {
    settings,
    start: async (environment, opened, program) =>
      await start(schema.parse(environment), opened, program),
  };
}

/** The settings of all plugins. */
export function pluginSettings(plugins: readonly Plugin[]): z.ZodRawShape {
  return Object.assign({}, ...plugins.map(({ settings }) => settings)) as z.ZodRawShape;
}

/** Starts the plugins that are configured. @throws StartRefused */
export async function startPlugins(
  plugins: readonly Plugin[],
  opened: OpenDeps,
  program: ProgramName,
) {
  const running: RunningPlugin[] = [];
  for (const { start } of plugins) {
    const plugin = await start(process.env, opened, program);
    if (plugin !== undefined) running.push(plugin);
  }
  return {
    observer: observeAll(running),
    close: async (): Promise<void> => {
      await Promise.all(running.map(async ({ close }) => await close?.()));
    },
  };
}
