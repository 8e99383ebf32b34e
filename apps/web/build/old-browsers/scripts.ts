import { parseSync } from 'vite';

import { newerAt, newerGlobal, newerMemberOf, newerMembers, newerOptions } from './features.ts';
import { newerUnits } from './styles.ts';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const text = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string'
    ? node['value']
    : undefined;

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined;

const regexp = (...path: string[]) => newerAt('javascript', 'regular_expressions', ...path);

function inPattern(pattern: string, flags: string): (string | undefined)[] {
  return [
    /\(\?<[=!]/.test(pattern) ? regexp('lookbehind_assertion') : undefined,
    /\(\?[ims]*-?[ims]*:/.test(pattern.replaceAll('(?:', '')) ? regexp('modifier') : undefined,
    flags.includes('v') ? newerAt('javascript', 'builtins', 'RegExp', 'unicodeSets') : undefined,
  ];
}

function inCall(node: Node): (string | undefined)[] {
  const callee = node['callee'] as Node;
  const args = node['arguments'] as Node[];
  const method = callee.type === 'MemberExpression' ? nameOf(callee['property']) : undefined;
  const called = method ?? nameOf(callee) ?? '';
  const first = text(args[0]) ?? '';
  const found: (string | undefined)[] = [];
  // `x.name?.()` checks the support itself.
  if (method !== undefined && node['optional'] !== true)
    found.push(newerMemberOf(nameOf(callee['object']) ?? '', method) ?? newerMembers.get(method));
  if (called === 'RegExp') found.push(...inPattern(first, text(args[1]) ?? ''));
  if (called === 'addEventListener') found.push(newerMembers.get(`${first}_event`));
  if (called === 'setAttribute') found.push(newerAt('html', 'global_attributes', first));
  for (const argument of args)
    if (argument.type === 'ObjectExpression')
      for (const { key } of argument['properties'] as Node[])
        found.push(newerOptions.get(`${called}.${nameOf(key) ?? ''}`));
  return found;
}

function inNode(node: Node, parent: Node | undefined): (string | undefined)[] {
  switch (node.type) {
    case 'StaticBlock':
      return [newerAt('javascript', 'classes', 'static', 'initialization_blocks')];
    case 'Identifier': {
      const isName =
        (parent?.type === 'MemberExpression' &&
          parent['property'] === node &&
          parent['computed'] !== true) ||
        parent?.['key'] === node ||
        (parent?.type === 'UnaryExpression' && parent['operator'] === 'typeof');
      return isName ? [] : [newerGlobal(nameOf(node) ?? '')];
    }
    case 'MemberExpression': {
      const isAsked = parent?.type === 'UnaryExpression' && parent['operator'] === 'typeof';
      const object = nameOf(node['object']);
      const property = nameOf(node['property']);
      if (isAsked || object === undefined || property === undefined || node['computed'] === true)
        return [];
      return [newerMemberOf(object, property)];
    }
    case 'Property':
      return [newerAt('html', 'global_attributes', nameOf(node['key']) ?? text(node['key']) ?? '')];
    case 'CallExpression':
    case 'NewExpression':
      return inCall(node);
    case 'Literal': {
      const found = node['regex'] as { pattern: string; flags: string } | undefined;
      if (found !== undefined) return inPattern(found.pattern, found.flags);
      return newerUnits(text(node) ?? '');
    }
    case 'TemplateElement':
      return newerUnits((node['value'] as { raw: string }).raw);
    default:
      return [];
  }
}

/** MDN names of features in a built script that an oldest supported browser lacks. */
export function newerInScript(code: string): Set<string> {
  const found = new Set<string>();
  const look = (node: Node, parent: Node | undefined): void => {
    for (const feature of inNode(node, parent)) if (feature !== undefined) found.add(feature);
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) {
        for (const child of value as unknown[]) if (isNode(child)) look(child, node);
      } else if (isNode(value)) look(value, node);
    }
  };
  const { program, errors } = parseSync('built.js', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  look(program as unknown as Node, undefined);
  return found;
}
