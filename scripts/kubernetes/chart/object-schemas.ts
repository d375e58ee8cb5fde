// Validates objects against the definitions of Kubernetes and rejects unknown fields.

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const kinds = 'x-kubernetes-group-version-kind';

interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

interface Definition {
  type?: string | string[];
  properties?: unknown;
  additionalProperties?: unknown;
  [kinds]?: GroupVersionKind[];
}

/** Types that the definitions name but JSON Schema does not express. */
const special = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
};

/**
 * @param file the definitions (OpenAPI 2)
 * @returns a function that returns the problems of an object, empty if it is valid
 */
export function createObjectCheck(file: string): (object: { apiVersion: string; kind: string }) => string[] {
  const { definitions: own } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Definition> };
  const definitions: Record<string, Definition> = { ...own, ...special };
  const names = new Map(Object.entries(definitions).flatMap(([name, { [kinds]: all = [] }]) => all.map(nameOf(name))));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false });
  ajv.addSchema({ $id: 'kubernetes', definitions: closed(definitions) });
  return (object) => {
    const name = names.get(`${object.apiVersion} ${object.kind}`);
    if (!name) return [`there is no ${object.kind} in ${object.apiVersion}`];
    const validate = ajv.getSchema(`kubernetes#/definitions/${name}`);
    if (!validate) throw new Error(`${name} has no schema`);
    if (validate(object)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function nameOf(name: string) {
  return ({ group, version, kind }: GroupVersionKind) =>
    [`${group ? `${group}/` : ''}${version} ${kind}`, name] as const;
}

/** Returns a copy of a schema that rejects undeclared properties. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const { type, properties, additionalProperties } = node as Definition;
  const isObjectSchema = type === 'object' && typeof properties === 'object';
  return isObjectSchema && additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}
