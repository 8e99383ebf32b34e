import { createHash } from 'node:crypto';

import { isDay, type ReferenceParent } from '@wasl/contracts';
import {
  documentUses,
  editableLists,
  listForms,
  type EditableList,
  type ListBody,
  type ListForm,
  type ListItemBody,
  type ListItemView,
} from '@wasl/contracts/administration';

import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { lockReferenceData } from '../../platform/database/reference-lock.repository.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { intoColumns, localized, noWords } from '../../platform/i18n/localized.ts';
import type { Deps } from '../../platform/program/deps.ts';
import {
  journeyDefinitionsRepository,
  parseProposalRule,
  projectIdeaCodes,
  proposalLists,
} from '../journeys/index.ts';
import { codeFromText, freeCode, searchKey } from '../reference/index.ts';
import { repairDeadlines } from '../requests/index.ts';
import { referenceListsRepository, type ListItemRow } from './reference-lists.repository.ts';

/** Identifies a state of a list or journey, so that a save notices changes of others. */
export const versionOf = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex');

function presentItem(row: ListItemRow): ListItemView {
  const { code, active, string_1, days, descriptionFr } = row;
  const description =
    descriptionFr === null ? null : { ...localized('description', row), fr: descriptionFr };
  return { code, active, libelle: localized('libelle', row), description, string_1, days };
}

/** 2024 is a leap year, so that 29 February is valid. */
const isHoliday = (text: string): boolean => isDay(text.length === 5 ? `2024-${text}` : text);
const isLink = (text: string): boolean =>
  /^(https:\/\/|mailto:|tel:)\S+$/.test(text) && URL.canParse(text);

/** Whether the text of a proposal is a rule whose codes all exist. */
async function isProposal(db: Db, text: string): Promise<boolean> {
  const rule = parseProposalRule(text);
  if (rule === null) return false;
  const activeCodes = async (list: ReferenceParent): Promise<Set<string>> => {
    const items = await referenceListsRepository(db).itemsOf(list);
    return new Set(items.filter(({ active }) => active).map(({ code }) => code));
  };
  const { kind, name } = rule.target;
  const isKnown =
    kind === 'service'
      ? (await activeCodes('SERVICE')).has(name)
      : (await journeyDefinitionsRepository(db).find(name)) !== null;
  if (!isKnown) return false;
  for (const { answer, codes } of rule.asks) {
    const list = proposalLists[answer];
    const known =
      list === null ? new Set(Object.values(projectIdeaCodes)) : await activeCodes(list);
    if (!codes.every((code) => known.has(code))) return false;
  }
  return true;
}

/** @throws ApiError INVALID_INPUT at the extra value of the item */
async function checkValue(db: Db, form: ListForm, item: ListItemBody, path: string): Promise<void> {
  const text = item.string_1;
  if (form.value === 'day' && !isHoliday(text ?? '')) throw invalidField(path, 'date');
  if (form.value === 'proposal' && !(await isProposal(db, text ?? '')))
    throw invalidField(path, 'invalid');
  if (text === null) return;
  if (form.value === 'link' && !isLink(text)) throw invalidField(path, 'url');
  if (form.value === 'documentUse' && !(documentUses as readonly string[]).includes(text))
    throw invalidField(path, 'unknownCode');
}

/** The columns of an item after a save: members that its list does not have stay. */
function columnsOf(form: ListForm, item: ListItemBody, before: ListItemView | undefined) {
  const description = form.hasDescription ? item.description : (before?.description ?? null);
  return {
    active: form.isOpen ? item.active : (before?.active ?? true),
    string_1: form.value === null ? (before?.string_1 ?? null) : item.string_1,
    days: form.hasDays ? item.days : (before?.days ?? null),
    ...intoColumns('libelle', item.libelle),
    ...intoColumns('description', description ?? noWords),
    libelleKey: searchKey(item.libelle.fr),
  };
}

/** @throws ApiError INVALID_INPUT for a repeated label, or items other than the stored ones */
function checkItems(
  form: ListForm,
  stored: readonly ListItemView[],
  items: readonly ListItemBody[],
) {
  const before = new Map(stored.map((item) => [item.code, item]));
  const byLabel = new Map<string, number>();
  items.forEach(({ code, libelle }, index) => {
    const own = code === null ? undefined : before.get(code);
    if (code !== null && own === undefined)
      throw invalidField(`items.${String(index)}.code`, 'unknownCode');
    const label = searchKey(libelle.fr);
    const first = byLabel.get(label);
    if (first !== undefined) {
      // The fault is at the label that was typed, not at the stored one.
      const at = own?.libelle.fr === libelle.fr ? first : index;
      throw invalidField(`items.${String(at)}.libelle.fr`, 'labelTaken');
    }
    byLabel.set(label, index);
  });
  const formCodes = items.flatMap(({ code }) => code ?? []);
  const isSame = form.isOpen || formCodes.every((code, index) => code === stored[index]?.code);
  const isWhole =
    formCodes.length === stored.length && (form.isOpen || items.length === formCodes.length);
  if (!isWhole || !isSame) throw invalidField('items', 'invalid');
}

/** Titles of journeys and proposals that name the item. */
async function usesOf(db: Db, list: EditableList, code: string): Promise<string[]> {
  const journeys = await journeyDefinitionsRepository(db).all();
  const byJourneys = journeys.filter(
    ({ tasks, settings }) =>
      (list === 'SERVICE' && tasks.some(({ service }) => service === code)) ||
      (list === 'DOCUMENT' && settings.some((setting) => setting.code === code)),
  );
  const proposals = (await referenceListsRepository(db).itemsOf('PROPOSITION')).filter(
    ({ active, string_1 }) => {
      const rule = active ? parseProposalRule(string_1 ?? '') : null;
      if (rule === null) return false;
      const { kind, name } = rule.target;
      return (
        (list === 'SERVICE' && kind === 'service' && name === code) ||
        rule.asks.some(
          ({ answer, codes }) => proposalLists[answer] === list && codes.includes(code),
        )
      );
    },
  );
  return [
    ...byJourneys.map(({ title }) => title.fr),
    ...proposals.map(({ libelleFr }) => libelleFr),
  ];
}

/** Reference lists and texts of pages, which administrators edit. */
export function referenceListsService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const read = async (from: Db, list: EditableList) => {
    const items = (await referenceListsRepository(from).itemsOf(list)).map(presentItem);
    return { version: versionOf(items), items };
  };

  /** @returns codes of changed items; none when only the order changed */
  async function store(
    tx: Db,
    list: EditableList,
    body: ListBody,
    stored: readonly ListItemView[],
  ) {
    const form: ListForm = listForms[list];
    const repository = referenceListsRepository(tx);
    const taken = await repository.codesOf(list);
    const order: string[] = [];
    const changed: string[] = [];
    for (const [index, item] of body.items.entries()) {
      const before = stored.find(({ code }) => code === item.code);
      const columns = columnsOf(form, item, before);
      if (
        before === undefined ||
        JSON.stringify(columns) !== JSON.stringify(columnsOf(form, before, before))
      ) {
        const path = `items.${String(index)}`;
        if (form.value === 'proposal' && item.description === null)
          throw invalidField(`${path}.description.fr`, 'required');
        await checkValue(tx, form, item, `${path}.string_1`);
        const code = before?.code ?? freeCode(codeFromText(item.libelle.fr), list, taken);
        if (before === undefined) await repository.add(list, code, columns);
        else await repository.update(list, code, columns);
        taken.add(code);
        changed.push(code);
        order.push(code);
      } else order.push(before.code);
    }
    await repository.arrange(list, order);
    const isMoved = stored.some(({ code }, index) => code !== order[index]);
    return changed.length > 0 || isMoved ? changed : null;
  }

  return {
    /** Numbers of items of each list that administrators edit. */
    async counts() {
      const counts = new Map(
        (await referenceListsRepository(db).counts()).map((row) => [row.parent, row]),
      );
      return editableLists.map((list) => {
        const { items = 0, hidden = 0 } = counts.get(list) ?? {};
        return { list, items, hidden };
      });
    },

    read: async (list: EditableList) => await read(db, list),

    /**
     * Replaces a list. An unchanged list records nothing.
     * @param by e-mail address of the administrator
     * @returns hidden items that journeys or proposals name; nothing is saved then
     * @throws ApiError STATE_CONFLICT when the list changed since `version`; INVALID_INPUT
     */
    async save(list: EditableList, body: ListBody, by: string) {
      const now = clock.now();
      const inUse = await inTransaction(db, async (tx) => {
        await lockReferenceData(tx);
        const { version, items: stored } = await read(tx, list);
        if (version !== body.version) throw new ApiError('STATE_CONFLICT');
        checkItems(listForms[list], stored, body.items);
        const hidden = stored.filter(
          ({ code, active }) =>
            active && body.items.some((item) => item.code === code && !item.active),
        );
        const used = [];
        for (const { code } of hidden) {
          const uses = await usesOf(tx, list, code);
          if (uses.length > 0) used.push({ code, by: uses });
        }
        if (used.length > 0) return used;
        const changed = await store(tx, list, body, stored);
        if (changed === null) return [];
        const reason = changed.length === 0 ? list : `${list}: ${changed.join(', ')}`.slice(0, 500);
        await administratorActsRepository(tx).record('LIST_CHANGED', {}, { by, reason }, now);
        log.info({ event: 'admin.list_changed', list, by: 'administrator' });
        return [];
      });
      if (list === 'JOURS_FERIES' && inUse.length === 0) await repairDeadlines(db, now);
      return inUse;
    },
  };
}
