/**
 * Adapts a recorded request to the documented schema. Suites also send other accepted forms, such
 * as a number as a string or a list as comma-separated text, and undocumented parameters.
 */
import type { Schema } from './schemas';

/** The documented properties of a request in their documented types; others are left out. */
export function requestExample(schema: Schema, request: unknown): Record<string, unknown> {
  const properties = schema['properties'] as Record<string, Schema> | undefined;
  if (!properties || typeof request !== 'object' || request === null) return {};
  const entries = Object.entries(request).map(([name, value]) => {
    const property = properties[name];
    return [name, property && adapt(property, value)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A value in the documented type; undefined if it has no such form. */
function adapt(schema: Schema, value: unknown): unknown {
  const types = [schema['type'] ?? []].flat() as string[];
  if (value === null) return types.includes('null') ? null : undefined;
  if (types.includes('array')) {
    const entries = Array.isArray(value) ? value : String(value).split(',');
    return entries.map((entry) => adapt(schema['items'] as Schema, entry)).filter((entry) => entry !== undefined);
  }
  if (types.includes('object')) {
    if (typeof value !== 'object') return undefined;
    return schema['properties'] ? requestExample(schema, value) : value;
  }
  if (types.length > 0 && typeof value === 'object') return undefined;
  if (types.includes('boolean')) return /^(?:true|1)$/.test(String(value));
  if (types.includes('integer') || types.includes('number')) {
    return Number.isFinite(Number(value)) && value !== '' ? Number(value) : undefined;
  }
  if (schema['format'] === 'date' && !/^\d{4}-\d\d-\d\d$/.test(String(value))) return undefined;
  return types.includes('string') ? String(value) : value;
}
