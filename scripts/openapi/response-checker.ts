// Compares responses with the OpenAPI document of the mesh that sent them.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { createOperationFinder, type Operation, type ResponseObject } from './operation-finder.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';

export interface OpenApiDocument {
  openapi: string;
  paths: Parameters<typeof createOperationFinder>[0];
  components: { schemas: Record<string, object> };
}

/** A response that a client received. */
export interface ReceivedResponse {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
  /** JSON body of the request. */
  request?: unknown;
}

/** A difference between a response and the document. Equal differences have the same `key`. */
interface Violation {
  key: string;
  operation: string;
  text: string;
  /** Whether a refusal is missing in the document, which lists the recorded ones. */
  isRefusal?: boolean;
}

type SchemaError = ErrorObject;

const JSON_TYPE = 'application/json';
/** The document is not checked against itself. */
const DOCUMENT_PATH = '/api/v4/openapi.json';

/** Checks responses against one document. Schemas are compiled when a response first needs them. */
export class ResponseChecker {
  /** Checked responses by operation and status: `GET /api/v4/user 200`. */
  readonly counts = new Map<string, number>();
  /** Records every response that the document describes. */
  recorder: { record(operation: Operation, response: ReceivedResponse): void } | undefined;
  readonly #find: ReturnType<typeof createOperationFinder>;
  readonly #ajv: Ajv2020;
  readonly #validators = new WeakMap<object, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    if (!document.openapi.startsWith('3.1.')) throw new Error(`OpenAPI ${document.openapi} is not supported`);
    this.#find = createOperationFinder(document.paths);
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      // A suite of the gateway validates the document.
      validateSchema: false,
      formats: {
        date: /^\d{4}-\d\d-\d\d$/,
        'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
        binary: true,
      },
    });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.#ajv.addSchema(closed(schema), `/schemas/${name}`);
    }
  }

  check(response: ReceivedResponse): Violation[] {
    const { method, path, status } = response;
    if (path === DOCUMENT_PATH) return [];
    const operation = this.#find(method, path);
    if (!operation) return isUnknownRoute(status) ? [] : [noOperation(response)];
    const name = `${method} ${operation.template}`;
    this.recorder?.record(operation, response);
    this.counts.set(`${name} ${status}`, (this.counts.get(`${name} ${status}`) ?? 0) + 1);
    const problem = (text: string, kind = text) => ({
      key: `${name} ${status} ${kind}`,
      operation: `${operation.operationId} (${name})`,
      text: `status ${status}: ${text}`,
    });
    const documented = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    if (!documented) {
      const statuses = Object.keys(operation.responses).join(', ');
      const isRefusal = status >= 400 && status < 500;
      return [{ ...problem(`the status is not documented (documented: ${statuses})`), isRefusal }];
    }
    if (method === 'HEAD') return [];
    return this.#checkBody(documented, response).map(({ text, kind }) => problem(text, kind));
  }

  #checkBody({ content }: ResponseObject, { contentType, body }: ReceivedResponse): { text: string; kind?: string }[] {
    if (body === undefined) {
      return content && !content['*/*'] ? [{ text: 'the body is empty; a body is documented' }] : [];
    }
    if (!content) return [{ text: `a body of type ${contentType} is sent; no body is documented` }];
    const media = contentType === null ? undefined : (content[contentType] ?? content['*/*']);
    if (!media) {
      return [
        { text: `the content type ${contentType} is not documented (documented: ${Object.keys(content).join(', ')})` },
      ];
    }
    if (contentType !== JSON_TYPE || content['*/*'] || !media.schema) return [];
    const validate = this.#validator(media.schema);
    if (validate(body)) return [];
    return relevant(validate.errors ?? []).map((error) => describe(error, body));
  }

  #validator(schema: object) {
    const cached = this.#validators.get(schema);
    if (cached) return cached;
    const compiled = this.#ajv.compile(closed(schema));
    this.#validators.set(schema, compiled);
    return compiled;
  }
}

/** Responses of the gateway to unknown paths. */
function isUnknownRoute(status: number) {
  return status >= 400 && status < 500;
}

function noOperation({ method, path, status }: ReceivedResponse): Violation {
  const shape = path.replace(/\/\d+(?=\/|$)/g, '/{n}');
  return {
    key: `${method} ${shape} ${status}`,
    operation: `${method} ${shape}`,
    text: `status ${status}: the document has no such operation`,
  };
}

/**
 * Copies a schema, so that its objects accept only documented properties and its references point
 * to added schemas.
 */
function closed(schema: object): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === '$ref') copy[name] = String(value).replace('#/components/schemas/', '/schemas/');
    else if (name === 'properties') {
      const properties = Object.entries(value as Record<string, unknown>);
      copy[name] = Object.fromEntries(properties.map(([key, property]) => [key, closedValue(property)]));
    } else copy[name] = closedValue(value);
  }
  if (copy['properties'] && copy['additionalProperties'] === undefined) copy['additionalProperties'] = false;
  return copy;
}

function closedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedValue);
  return typeof value === 'object' && value !== null ? closed(value) : value;
}

/** Removes errors that follow from others, such as that an invalid value is not null either. */
function relevant(errors: SchemaError[]) {
  const choices = new Set(errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath));
  const others = errors.filter(
    ({ keyword, instancePath, params }) =>
      keyword !== 'anyOf' && !(keyword === 'type' && params['type'] === 'null' && choices.has(instancePath)),
  );
  return others.length > 0 ? others : errors;
}

function describe(error: SchemaError, body: unknown) {
  const extra = error.keyword === 'additionalProperties' ? error.params['additionalProperty'] : undefined;
  const pointer = extra === undefined ? error.instancePath : `${error.instancePath}/${extra}`;
  const value = valueAt(body, pointer);
  const actual = `is ${typeOf(value)}`;
  const text =
    extra === undefined
      ? `${actual}, ${error.message}${error.keyword === 'enum' ? ` (${error.params['allowedValues']})` : ''}`
      : `${actual}, the field is not documented`;
  // Entries of a list share one difference.
  const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*') || '/';
  return { text: `${pointer || '/'} ${text}`, kind: `${place} ${text}` };
}

function valueAt(body: unknown, pointer: string) {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return (value as Record<string, unknown> | null | undefined)?.[key];
  }, body);
}

function typeOf(value: unknown) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
