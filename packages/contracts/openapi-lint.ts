// Checks the OpenAPI document with Redocly's recommended rules and Spectral's `oas` ruleset: `npm run check -- openapi`.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import spectralRulesets from '@stoplight/spectral-rulesets';

import { openApiDocument } from './src/openapi/index.ts';

/** Rules that are wrong for this document, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'no-ambiguous-paths':
    'Ids are whole numbers, so `/processing/step/upload/{stepId}` is never a `{stepId}`. The specification and open pages of earlier builds use these paths.',
  'oas3-operation-security-defined':
    'OpenAPI 3.1 allows roles for a scheme of type http. Spectral only knows the scopes of OAuth 2.',
};

const text = JSON.stringify(openApiDocument(), null, 2);

const config = await createConfig({ extends: ['recommended'] });
const byRedocly = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });

const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] });
const bySpectral = await spectral.run(
  new spectralCore.Document(text, spectralParsers.Json, 'openapi.json'),
);

const faults = [
  ...byRedocly.map(({ ruleId, message }) => ({ rule: ruleId, message })),
  ...bySpectral.map(({ code, message, path }) => ({
    rule: String(code),
    message: `${message} (${path.join('.')})`,
  })),
];
const found = new Set(faults.map(({ rule }) => rule));
const lines = [
  ...faults
    .filter(({ rule }) => !(rule in exceptions))
    .map(({ rule, message }) => `openapi: ${rule}: ${message}`),
  ...Object.keys(exceptions)
    .filter((rule) => !found.has(rule))
    .map((rule) => `openapi: the exception ${rule} is no longer needed`),
];
for (const line of lines) console.log(line);
process.exitCode = lines.length === 0 ? 0 : 1;
