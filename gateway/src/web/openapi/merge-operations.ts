/** The operations that share a route, as one operation of the document. */
import type { Schema } from './schemas';

interface Parameter extends Schema {
  name: string;
  schema: Schema & { enum?: string[] };
}

/**
 * Adds an operation to what is documented of its route. What decides between them has the values of
 * both.
 */
export function mergeOperations(one: Schema, other: Schema, param: string): Schema {
  const texts = [one, other].flatMap(({ description }) => (typeof description === 'string' ? [description] : []));
  return {
    ...one,
    description: texts.join('\n\n'),
    parameters: mergeParameters(parametersOf(one), parametersOf(other), param),
    responses: mergeResponses(one['responses'] as Responses, other['responses'] as Responses),
  };
}

function parametersOf(operation: Schema): Parameter[] {
  return operation['parameters'] as Parameter[];
}

function mergeParameters(one: readonly Parameter[], other: readonly Parameter[], param: string): Parameter[] {
  const names = new Set(one.map(({ name }) => name));
  const values = other.find(({ name }) => name === param)?.schema.enum ?? [];
  return [
    ...one.map((parameter) =>
      parameter.name === param
        ? { ...parameter, schema: { ...parameter.schema, enum: [...(parameter.schema.enum ?? []), ...values] } }
        : parameter,
    ),
    ...other.filter(({ name }) => !names.has(name)),
  ];
}

type Responses = Record<string, { content?: Record<string, { schema: Schema }> } & Schema>;

/** Responses of both operations: a JSON body has one of their schemas. */
function mergeResponses(one: Responses, other: Responses): Responses {
  const json = 'application/json';
  return Object.fromEntries(
    Object.entries({ ...other, ...one }).map(([status, response]) => {
      const [left, right] = [one[status], other[status]].map((either) => either?.content?.[json]?.schema);
      if (!left || !right) return [status, response];
      const schemas = (left['anyOf'] as Schema[] | undefined) ?? [left];
      if (schemas.some((schema) => JSON.stringify(schema) === JSON.stringify(right))) return [status, response];
      return [status, { ...response, content: { [json]: { schema: { anyOf: [...schemas, right] } } } }];
    }),
  );
}
