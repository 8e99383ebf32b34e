import type { Router } from 'express';
import { z } from 'zod';

import type { AdminCommand } from '../../admin/command.ts';
import type { PluginLimit } from '../auth/rate-limits.ts';
import type { PluginHandlers } from '../http/handler.ts';
import type { Job } from '../jobs/job-runner.ts';
import type { MailboxPart } from '../mail/dev-mailbox.ts';
import type { StandIn } from '../mail/stand-in.ts';
import type { PluginWorker } from '../queue/queue-worker.ts';
import { readSettings, type Environment, type Settings } from '../settings/env.ts';
import type { Scanner } from '../storage/scanner.ts';
import type { Additions } from './additions.ts';
import type { Deps } from './deps.ts';
import type { FindingState } from './finding.ts';
import { isProduction } from '../settings/production.ts';
import { observeAll, type Observer } from './observer.ts';
import type { OpenDeps } from './open-deps.ts';

type ProgramName = 'server' | 'worker';

export interface RunningPlugin extends Observer {
  /** Called once, after everything else is closed. Never rejects. */
  readonly close?: () => Promise<void>;
}

export interface ConfiguredPlugin extends Partial<Additions> {
  /** Scans stored files. */
  readonly scanner?: Scanner;
  /** Handlers of its calls (packages/contracts/src/plugins). */
  readonly handlers?: (deps: Deps) => PluginHandlers;
  /** Opens the worker of its queue, which runs where mails are sent. */
  readonly worker?: (deps: Deps) => PluginWorker;
  readonly jobs?: (deps: Deps) => readonly Job[];
  /** Informs people in place of some mails; of one plugin at most. */
  readonly standIn?: StandIn;
  /** What it adds to the developers' mailbox. */
  readonly mailbox?: (settings: Settings) => MailboxPart;
  /** Pages by the path where they are. */
  readonly pages?: Readonly<Record<string, Router>>;
  /** Sentences on settings that work and are probably not meant. */
  readonly doubts?: (settings: Settings) => readonly string[];
  /** Check of the plugin for `admin doctor`. A rejection counts as a fault. */
  readonly look?: (deps: Deps) => Promise<FindingState | readonly FindingState[]>;
  /** Starts it in a server or worker. @throws StartRefused */
  readonly start?: (opened: OpenDeps, program: ProgramName) => Promise<RunningPlugin>;
}

/** An optional part of the portal: a folder `plugins/<name>` in each package that it extends. */
export interface Plugin {
  /** Its settings, as rows of the README's table. */
  readonly settings: z.ZodRawShape;
  readonly configure: (environment: Environment) => ConfiguredPlugin;
  /** Its rate limits, for docs/limits.md. */
  readonly limits?: readonly PluginLimit[];
  /** Its commands of `npm run admin`, listed even without settings. */
  readonly commands?: (environment: Environment) => readonly AdminCommand[];
  /** Sentences on settings that are wrong together. */
  readonly faults?: (environment: Environment) => readonly string[];
}

export type Plugins = Readonly<Record<string, Plugin>>;

/**
 * Makes a plugin.
 * @param configure takes the values of its settings, each undefined where it is not set
 * @param more.commands takes what reads them
 * @param more.faults says what is wrong with valid values together, for who serves people or not
 */
export function definePlugin<Shape extends z.ZodRawShape>(
  settings: Shape,
  configure: (values: z.infer<z.ZodObject<Shape>>) => ConfiguredPlugin,
  more: {
    readonly limits?: readonly PluginLimit[];
    readonly commands?: (values: () => z.infer<z.ZodObject<Shape>>) => readonly AdminCommand[];
    readonly faults?: (
      values: z.infer<z.ZodObject<Shape>>,
      production: boolean,
    ) => readonly string[];
  } = {},
): Plugin {
  const schema = z.object(settings);
  return {
    settings,
    configure: (environment) => configure(schema.parse(environment)),
    limits: more.limits ?? [],
    commands: (environment) => more.commands?.(() => schema.parse(environment)) ?? [],
    faults: (environment) => {
      const { data } = schema.safeParse(environment);
      return data === undefined
        ? []
        : (more.faults?.(data, isProduction(environment.NODE_ENV)) ?? []);
    },
  };
}

export function pluginSettings(plugins: Plugins): z.ZodRawShape {
  const shapes = Object.values(plugins).map(({ settings }) => settings);
  return Object.assign({}, ...shapes) as z.ZodRawShape;
}

/** Reads the settings of the portal and of all plugins. @throws SettingsError */
export const settingsWith = (plugins: Plugins, environment: Environment): Settings =>
  readSettings(environment, pluginSettings(plugins), () =>
    Object.values(plugins).flatMap(({ faults }) => faults?.(environment) ?? []),
  );

/** Configures all plugins as one. */
export function configurePlugins(plugins: Plugins, environment: Environment) {
  const entries = Object.entries(plugins).map(
    ([name, plugin]) => [name, plugin.configure(environment)] as const,
  );
  const configured = entries.map(([, plugin]) => plugin);
  const additions: Additions = {
    queues: configured.flatMap(({ queues }) => queues ?? []),
    mails: configured.flatMap(({ mails }) => mails ?? []),
    retained: configured.flatMap(({ retained }) => retained ?? []),
    accesses: configured.flatMap(({ accesses }) => accesses ?? []),
    sealed: configured.flatMap(({ sealed }) => sealed ?? []),
    personal: configured.flatMap(({ personal }) => personal ?? []),
  };
  return {
    scanner: configured.find(({ scanner }) => scanner !== undefined)?.scanner,
    additions,
    standIn: configured.find(({ standIn }) => standIn !== undefined)?.standIn,
    mailbox: (settings: Settings) => configured.flatMap(({ mailbox }) => mailbox?.(settings) ?? []),
    pages: configured.flatMap(({ pages }) => Object.entries(pages ?? {})),
    handlers: (deps: Deps): PluginHandlers =>
      Object.assign({}, ...configured.map(({ handlers }) => handlers?.(deps))) as PluginHandlers,
    workers: (deps: Deps): Readonly<Record<string, PluginWorker>> =>
      Object.fromEntries(
        entries.flatMap(([name, { worker }]) =>
          worker === undefined ? [] : [[name, worker(deps)] as const],
        ),
      ),
    jobs: (deps: Deps) => configured.flatMap(({ jobs }) => jobs?.(deps) ?? []),
    doubts: (settings: Settings) => configured.flatMap(({ doubts }) => doubts?.(settings) ?? []),
    looks: entries.flatMap(([name, { look }]) => (look === undefined ? [] : [{ name, look }])),
    /** @throws StartRefused */
    start: async (opened: OpenDeps, program: ProgramName) => {
      const running: RunningPlugin[] = [];
      for (const { start } of configured)
        if (start !== undefined) running.push(await start(opened, program));
      return {
        observer: observeAll(running),
        close: async (): Promise<void> => {
          await Promise.all(running.map(async ({ close }) => await close?.()));
        },
      };
    },
  };
}
export type ConfiguredPlugins = ReturnType<typeof configurePlugins>;
