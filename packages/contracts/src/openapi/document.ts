import type { z } from 'zod';

import { endpoints } from '../endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { documentedErrors } from '../http/documented-errors.ts';
import { errorStatus, type ErrorCode } from '../http/error-codes.ts';
import { errorBodySchema } from '../errors/errors.ts';
import { jsonSchemas, parameterSchema, type Json, type SchemaOf } from './json-schemas.ts';
import { keyScopes, rolesByPermission } from '../permissions.ts';
import { areaDescriptions, operationDescription, parameterDescriptions } from './descriptions.ts';
import { bodyExamples } from './examples.ts';

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => {
    const type = member as z.ZodType;
    return {
      name,
      in: place,
      description: parameterDescriptions[name],
      required: place === 'path' || !type.safeParse(undefined).success,
      schema: parameterSchema(type),
    };
  });
}

function multipartBody(endpoint: Endpoint, bodyOf: SchemaOf): Json {
  const { files = [] } = endpoint.multipart ?? {};
  const parts = endpoint.body ? bodyOf(endpoint.body).whole : { type: 'object', properties: {} };
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

function requestBodyOf(endpoint: Endpoint, bodyOf: SchemaOf): Json | undefined {
  if (endpoint.multipart) {
    return {
      required: true,
      content: { 'multipart/form-data': { schema: multipartBody(endpoint, bodyOf) } },
    };
  }
  if (!endpoint.body) return undefined;
  return {
    required: true,
    content: {
      'application/json': {
        schema: bodyOf(endpoint.body).named,
        ...(endpoint.id in bodyExamples ? { example: bodyExamples[endpoint.id] } : {}),
      },
    },
  };
}

function successOf(endpoint: Endpoint, answerOf: SchemaOf): Json {
  const { response } = endpoint;
  const content =
    'body' in response
      ? { 'application/json': { schema: answerOf(response.body).named } }
      : Object.fromEntries(
          response.contentTypes.map((type) => [
            type,
            {
              schema:
                type === 'application/json'
                  ? { type: 'object', additionalProperties: true }
                  : { type: 'string', format: 'binary' },
            },
          ]),
        );
  const total = {
    'x-total-count': { description: 'Rows in all pages', schema: { type: 'integer' } },
  };
  const positionHeader = (which: string): Json => ({
    description: `What to send as \`position\` for the ${which} page; absent where there is none`,
    schema: { type: 'string' },
  });
  const positions = {
    'x-previous-position': positionHeader('previous'),
    'x-next-position': positionHeader('next'),
  };
  const headers = {
    ...(endpoint.total ? total : {}),
    ...(endpoint.positions ? positions : {}),
  };
  return {
    description: 'Success',
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content,
  };
}

const retryAfter = {
  'retry-after': { description: 'Seconds until the next attempt', schema: { type: 'integer' } },
};

function errorsOf(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of documentedErrors(endpoint)) {
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
          ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
        },
      ]),
  );
}

function operationOf(endpoint: Endpoint, bodyOf: SchemaOf, answerOf: SchemaOf): Json {
  const requestBody = requestBodyOf(endpoint, bodyOf);
  const isPublic = endpoint.permission === 'public';
  const { permission } = endpoint;
  const roles = permission === 'public' ? [] : rolesByPermission[permission];
  const isRevalidated = endpoint.method === 'get' && 'body' in endpoint.response;
  return {
    operationId: endpoint.id,
    tags: [endpoint.area],
    summary: endpoint.summary,
    description: operationDescription(endpoint, roles),
    security: isPublic
      ? []
      : [
          { session: [] },
          // OpenAPI 3.1: for a key of type http the list contains the required scopes.
          ...(endpoint.keyScope === undefined ? [] : [{ organisationKey: [endpoint.keyScope] }]),
        ],
    'x-permission': permission,
    ...(permission === 'public' ? {} : { 'x-roles': roles }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [String(endpoint.response.status)]: successOf(endpoint, answerOf),
      ...(isRevalidated
        ? { '304': { description: 'Not changed since the ETag in `if-none-match`' } }
        : {}),
      ...errorsOf(endpoint),
    },
  };
}

/**
 * The API as an OpenAPI 3.1 document, generated from the contracts. Every exported schema that it uses is a component.
 * @param publicUrl address of the portal, whose contact page the document names
 */
export function openApiDocument(publicUrl = 'http://localhost:3000'): Json {
  const registered: readonly Endpoint[] = Object.values(endpoints);
  const answers = jsonSchemas(
    [
      errorBodySchema,
      ...registered.flatMap(({ response }) => ('body' in response ? [response.body] : [])),
    ],
    'output',
  );
  const bodies = jsonSchemas(
    registered.flatMap(({ body }) => (body ? [body] : [])),
    'input',
    // Input and output differ where a call accepts several forms.
    (name) => (name in answers.components ? `${name}Input` : name),
  );
  const paths: Record<string, Json> = {};
  for (const endpoint of registered) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method]: operationOf(endpoint, bodies.schemaOf, answers.schemaOf),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wasl',
      version: '1.0.0',
      description:
        'Support-request portal. Errors are `{code, message, errors?, details?, requestId}`. The language of texts comes from `?lang=`, else `Accept-Language`, else French. Ids are whole numbers, so `/processing/step/{stepId}/messages` and `/processing/step/upload/{stepId}` are never ambiguous.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The organisation that runs this portal', url: `${publicUrl}/contact` },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(registered.map(({ area }) => area))]
      .sort()
      .map((name) => ({ name, description: areaDescriptions[name] })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        organisationKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'wasl_…',
          description: `A key of an organisation, made by its responsables; the call names the scope it needs: ${keyScopes.join(', ')}. Calls without this scheme refuse keys.`,
        },
      },
      schemas: { ...answers.components, ...bodies.components },
    },
  };
}
