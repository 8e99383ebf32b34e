import { z } from 'zod';

import { endpoints } from '../endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { errorBodySchema, errorStatus, type ErrorCode } from '../http/errors.ts';
import { permissionsByRole, type Permission } from '../permissions.ts';

type Json = Record<string, unknown>;

/** Errors that a call may answer by its shape alone, beside its own. */
const always: readonly ErrorCode[] = ['INVALID_INPUT', 'INTERNAL', 'UNAVAILABLE'];
const signedIn: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'];
const withBody: readonly ErrorCode[] = [
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** A schema as JSON Schema; what a program cannot know (a transformation, a custom rule) is left open. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const result: Json = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  delete result.$schema;
  return result;
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => {
    const type = member as z.ZodType;
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      schema: jsonSchema(type, 'input'),
    };
  });
}

function multipartBody(endpoint: Endpoint): Json {
  const { files = [] } = endpoint.multipart ?? {};
  const parts = endpoint.body
    ? jsonSchema(endpoint.body, 'input')
    : { type: 'object', properties: {} };
  const file = { type: 'string', format: 'binary' };
  const fileParts = files.map((field) => [
    field.name,
    (field.maxCount ?? 1) > 1 ? { type: 'array', items: file, maxItems: field.maxCount } : file,
  ]);
  return {
    ...parts,
    properties: { ...(parts.properties as Json | undefined), ...Object.fromEntries(fileParts) },
    required: [
      ...((parts.required as string[] | undefined) ?? []),
      ...files.filter((field) => field.required).map((field) => field.name),
    ],
  };
}

function requestBodyOf(endpoint: Endpoint): Json | undefined {
  if (endpoint.multipart) {
    return {
      required: true,
      content: { 'multipart/form-data': { schema: multipartBody(endpoint) } },
    };
  }
  if (!endpoint.body) return undefined;
  return {
    required: true,
    content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
  };
}

function successOf(endpoint: Endpoint): Json {
  const { response } = endpoint;
  const content =
    'body' in response
      ? { 'application/json': { schema: jsonSchema(response.body, 'output') } }
      : Object.fromEntries(
          response.contentTypes.map((type) => [
            type,
            { schema: { type: 'string', format: 'binary' } },
          ]),
        );
  const total = {
    'x-total-count': { description: 'Rows in all pages', schema: { type: 'integer' } },
  };
  return { description: 'Success', ...(endpoint.total ? { headers: total } : {}), content };
}

function errorsOf(endpoint: Endpoint): Json {
  const codes = new Set<ErrorCode>([
    ...always,
    ...(endpoint.permission === 'public' ? [] : signedIn),
    ...(endpoint.body || endpoint.multipart ? withBody : []),
    ...(endpoint.multipart ? (['FILE_TOO_LARGE'] as const) : []),
    ...endpoint.errors,
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        String(status),
        {
          description: list.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

function rolesOf(permission: Permission): string[] {
  return Object.entries(permissionsByRole)
    .filter(([, list]) => (list as readonly Permission[]).includes(permission))
    .map(([role]) => role);
}

function operationOf(endpoint: Endpoint): Json {
  const requestBody = requestBodyOf(endpoint);
  const isPublic = endpoint.permission === 'public';
  const { permission } = endpoint;
  return {
    operationId: endpoint.id,
    tags: [endpoint.area],
    summary: endpoint.summary,
    security: isPublic ? [] : [{ session: [] }],
    'x-permission': permission,
    ...(permission === 'public' ? {} : { 'x-roles': rolesOf(permission) }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: { [String(endpoint.response.status)]: successOf(endpoint), ...errorsOf(endpoint) },
  };
}

/** The API as an OpenAPI 3.1 document, generated from the contracts. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  const registered: readonly Endpoint[] = Object.values(endpoints);
  for (const endpoint of registered) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wasl',
      version: '1.0.0',
      description:
        'Support-request portal. Errors are `{code, message, errors?, details?, requestId}`; the language of words comes from `?lang=`, else `Accept-Language`, else French.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
    },
  };
}
