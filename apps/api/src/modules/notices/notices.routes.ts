import type { Deps } from '../../platform/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { noticesService } from './notices.service.ts';

const done = { body: { success: true as const } };

/** The calls of the notices area. */
export function noticesHandlers(deps: Pick<Deps, 'db' | 'clock'>): HandlersOf<'notices'> {
  const notices = noticesService(deps);
  return {
    listNotices: async ({ actor, query, lang }) => {
      const { notices: body, total } = await notices.list(actor, query, lang);
      return { body, total };
    },
    markNoticeRead: async ({ actor, params }) => {
      await notices.markRead(actor, params.id);
      return done;
    },
    markAllNoticesRead: async ({ actor, body }) => {
      await notices.markAllRead(actor, body.upTo);
      return done;
    },
    getMailPreferences: async ({ actor }) => ({ body: await notices.mailPreferences(actor) }),
    saveMailPreferences: async ({ actor, body }) => ({
      body: await notices.saveMailPreferences(actor, body.wanted),
    }),
  };
}
