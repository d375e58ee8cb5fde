// Checks objects against the definitions of Kubernetes, and refuses fields that those do not have.

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** Types that JSON Schema knows by no name of the definitions. */
const special = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
};

/**
 * @param {string} file the definitions (OpenAPI 2)
 * @returns {(object: { apiVersion: string, kind: string }) => string[]} what is wrong with an object; nothing when it is right
 */
export function createObjectCheck(file) {
  const definitions = { ...JSON.parse(readFileSync(file, 'utf8')).definitions, ...special };
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

const kinds = 'x-kubernetes-group-version-kind';

/** @param {string} name */
function nameOf(name) {
  return (/** @type {{ group: string, version: string, kind: string }} */ { group, version, kind }) =>
    /** @type {const} */ ([`${group ? `${group}/` : ''}${version} ${kind}`, name]);
}

/**
 * The same with no further properties than those named.
 * @param {any} node
 * @returns {any}
 */
function closed(node) {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObjectSchema = node.type === 'object' && typeof node.properties === 'object';
  return isObjectSchema && node.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}
