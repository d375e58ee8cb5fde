/** Builds the OpenAPI 3.1 document of all routes from their contracts. */
import { getOption, type DescField } from '@bufbuild/protobuf';
import { param as paramOption } from '@forgemesh/proto/options/param';
import { API_VERSION } from '@forgemesh/service';
import type { OperationRoute, Route } from '../../routing/route-table';
import { isSmallFile } from '../../params/small-file';
import { MAX_ANONYMOUS_BODY_BYTES } from '../../body/read-body';
import { pathParam, pathParams, type CompiledOperation } from '../../routing/compile-operation';
import { parametersOf } from '../../params/compile-params';
import { descriptionOf, splitSummary } from './comments';
import { mergeOperations } from './merge-operations';
import { recordedOperation, type RecordedOperation } from './recorded-operations';
import { requestExample } from './request-example';
import { describeResponses } from './responses';
import {
  createEntitySchemas,
  paramFields,
  paramSchema,
  paramsObject,
  type EntitySchemas,
  type Schema,
} from './schemas';
import { describeTags, tagOf } from './tags';

const pagingParams = [
  { name: 'page', description: 'Page of the list.', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: 'per_page',
    description: 'Entries of a page.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
];

/** Builds the document. `revision` is that of the build. */
export function buildOpenApi(routes: readonly Route[], revision: string): Schema {
  const entities = createEntitySchemas();
  const paths: Record<string, Record<string, Schema>> = {};
  const names = new Map<string, string[]>();
  const ids = new Set<string>();
  const usedTags = new Set<string>();
  for (const route of routes) {
    // Paths that match the same requests are one path of the document: the first to come names the
    // parameters.
    const shape = route.path.replace(pathParam, '{}');
    const canonical = names.get(shape) ?? pathParams(route.path);
    names.set(shape, canonical);
    let index = 0;
    const path = route.path.replace(pathParam, () => `{${canonical[index++]}}`);
    const renamed = Object.fromEntries(pathParams(route.path).map((name, at) => [name, canonical[at] as string]));
    const { contract, choice } = route.operation;
    usedTags.add(tagOf(contract.method.parent));
    const described = describeOperation(route, path, renamed, entities, uniqueId(ids, contract.name));
    const methods = (paths[path] ??= {});
    const verb = route.method.toLowerCase();
    const known = methods[verb];
    methods[verb] = known && choice ? mergeOperations(known, described, choice.param) : described;
  }
  const { tags, groups } = describeTags(usedTags);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forgemesh REST API',
      version: API_VERSION,
      summary: `Revision ${revision}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags,
    'x-tagGroups': groups,
    paths: Object.fromEntries(Object.entries(paths).sort(([left], [right]) => (left < right ? -1 : 1))),
    components: {
      securitySchemes: {
        private_token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN', description: 'A personal access token.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal access token as a bearer token.' },
      },
      schemas: { ...entities.all(), Error: errorSchema },
    },
    security: [{ private_token: [] }, { bearer: [] }],
  };
}

const errorSchema: Schema = {
  type: 'object',
  description: 'An error. The text is under `message` or under `error`.',
  properties: {
    message: {
      type: ['string', 'array', 'object'],
      description: 'A text, a list of texts, or texts by field.',
      items: { type: 'string' },
    },
    error: { type: ['string', 'array'], description: 'A text, or a list of texts.', items: { type: 'string' } },
    error_description: { type: 'string', description: 'Why a token or an authorization is refused.' },
    scope: { type: 'string', description: 'Scopes of which the token needs one, separated by spaces.' },
    error_code: { type: 'string', description: 'The reason as a word, for clients that react to it.' },
    summary: {
      type: 'array',
      description: 'A sentence about what each quick action did, if a note had nothing else.',
      items: { type: 'string' },
    },
  },
};

function describeOperation(
  route: OperationRoute,
  path: string,
  renamed: Record<string, string>,
  entities: EntitySchemas,
  operationId: string,
): Schema {
  const { contract, auth, params, pagination } = route.operation;
  const { summary, description } = splitSummary(descriptionOf(contract.method));
  const recorded = recordedOperation(route.method, path);
  const inPath = new Set(Object.values(route.fields));
  const known = new Set(parametersOf(params).map(({ name }) => name));
  const others = paramFields(contract.input).filter(
    (field) => known.has(field.name) && !inPath.has(field.name) && !isPaging(field, pagination),
  );
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(route.method);
  return {
    operationId,
    tags: [tagOf(contract.method.parent)],
    summary: summary || operationId,
    ...(description && { description }),
    parameters: [
      ...Object.entries(renamed).map(([name, canonical]) =>
        pathParameter(canonical, fieldOf(contract.input.fields, route.fields[name])),
      ),
      ...(takesBody ? [] : others.map((field) => queryParameter(field, contract.isRead))),
      ...(pagination === 'none' ? [] : pagingParams.map((param) => ({ in: 'query', ...param }))),
    ],
    ...(takesBody && others.length > 0 && { requestBody: requestBody(others, route.operation, recorded) }),
    responses: describeResponses(route, entities, recorded),
    ...(auth === 'public' && { security: [{}, { private_token: [] }, { bearer: [] }] }),
  };
}

const multipart = 'multipart/form-data';

function requestBody(
  fields: DescField[],
  operation: CompiledOperation,
  recorded: RecordedOperation | undefined,
): Schema {
  const { isUpload, isRead } = operation;
  const schema = paramsObject(fields, isRead);
  const required = (schema['required'] as string[] | undefined) !== undefined;
  const texts = ['application/json', 'application/x-www-form-urlencoded'];
  const types = isUpload ? [multipart] : fields.some(isSmallFile) ? [...texts, multipart] : texts;
  const content: Record<string, Schema> = Object.fromEntries(types.map((type) => [type, { schema }]));
  if (recorded?.request !== undefined && content['application/json'])
    content['application/json'] = { schema, example: requestExample(schema, recorded.request) };
  return { description: describeLimits(operation), required, content };
}

function describeLimits({ auth, isUpload, maxFormBytes, maxParamsBytes, tokenInBody }: CompiledOperation): string {
  const size = `At most ${sizeText(isUpload ? maxFormBytes : maxParamsBytes)}`;
  const isOpen = auth === 'public' || tokenInBody;
  const anonymous = isOpen ? `; without a token in a header or the query, ${sizeText(MAX_ANONYMOUS_BODY_BYTES)}` : '';
  const token = tokenInBody ? ' The body may carry the token of the caller.' : '';
  return `${size}${anonymous}.${token}`;
}

const units = ['bytes', 'KiB', 'MiB', 'GiB'];

function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${+(bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

function pathParameter(name: string, field: DescField | undefined): Schema {
  const {
    description,
    default: _default,
    ...schema
  } = field ? paramSchema(field, true) : ({ type: 'string' } as Schema);
  return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema };
}

function queryParameter(field: DescField, isRead: boolean): Schema {
  const { description, ...schema } = paramSchema(field, isRead);
  const isNested = field.fieldKind === 'map' || field.fieldKind === 'message';
  return {
    name: field.fieldKind === 'list' ? `${field.name}[]` : field.name,
    in: 'query',
    ...(getOption(field, paramOption).required && { required: true }),
    ...(description !== undefined && { description }),
    ...(isNested && { style: 'deepObject', explode: true }),
    schema,
  };
}

function isPaging({ name }: DescField, pagination: string): boolean {
  return pagination !== 'none' && (name === 'page' || name === 'per_page');
}

function fieldOf(fields: readonly DescField[], name: string | undefined): DescField | undefined {
  return fields.find((field) => field.name === name);
}

function uniqueId(ids: Set<string>, name: string): string {
  let id = name;
  for (let count = 2; ids.has(id); count++) id = `${name}${count}`;
  ids.add(id);
  return id;
}
