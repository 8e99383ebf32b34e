import { z } from 'zod';

import type { FieldShape, GroupShape } from './form-shape.ts';

/** Input schemas before transformation: the members of a union, or the schema itself. */
function inputsOf(schema: unknown): unknown[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return inputsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe)
    return inputsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inputsOf);
  return [schema];
}

function fieldShapeOf(schema: z.ZodType): FieldShape {
  const inputs = inputsOf(schema);
  const has = (type: abstract new (...never: never[]) => unknown) =>
    inputs.some((input) => input instanceof type);
  if (has(z.ZodArray)) return { kind: 'list' };
  const group = inputs.find((input) => input instanceof z.ZodObject);
  if (group !== undefined) return 'code' in group.shape ? { kind: 'code' } : shapeOf(group);
  if (has(z.ZodEnum) || has(z.ZodBoolean)) return { kind: 'choice' };
  if (has(z.ZodNumber)) return { kind: 'number' };
  return schema.safeParse(null).success ? { kind: 'text', takesNull: true } : { kind: 'text' };
}

export function shapeOf(object: z.ZodObject): GroupShape {
  return {
    kind: 'group',
    members: Object.fromEntries(
      Object.entries(object.shape).map(([name, schema]) => [
        name,
        fieldShapeOf(schema as z.ZodType),
      ]),
    ),
  };
}
