/** Builds the OpenAPI 3.1 document of all routes from their contracts. */
import { getOption, type DescField } from '@bufbuild/protobuf';
import { param as paramOption } from '@forgemesh/proto/options/param';
import { API_VERSION } from '@forgemesh/service';
import type { OperationRoute, Route } from '../../routing/route-table';
import { isSmallFile } from '../../params/small-file';
import { pathParam, pathParams } from '../../routing/compile-operation';
import { parametersOf } from '../../params/compile-params';
import { descriptionOf, summaryOf } from './comments';
import { mergeOperations } from './merge-operations';
import {
  createEntitySchemas,
  paramFields,
  paramSchema,
  paramsObject,
  type EntitySchemas,
  type Schema,
} from './schemas';

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
  const tags = new Map<string, string>();
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
    tags.set(tagOf(route), descriptionOf(contract.method.parent));
    const described = describeOperation(route, renamed, entities, uniqueId(ids, contract.name));
    const methods = (paths[path] ??= {});
    const verb = route.method.toLowerCase();
    const known = methods[verb];
    methods[verb] = known && choice ? mergeOperations(known, described, choice.param) : described;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forgemesh REST API',
      version: API_VERSION,
      summary: `Revision ${revision}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...tags].map(([name, description]) => ({ name, ...(description && { description }) })),
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
  },
};

function describeOperation(
  route: OperationRoute,
  renamed: Record<string, string>,
  entities: EntitySchemas,
  operationId: string,
): Schema {
  const { contract, auth, params, pagination, isUpload } = route.operation;
  const description = descriptionOf(contract.method);
  const inPath = new Set(Object.values(route.fields));
  const known = new Set(parametersOf(params).map(({ name }) => name));
  const others = paramFields(contract.input).filter(
    (field) => known.has(field.name) && !inPath.has(field.name) && !isPaging(field, pagination),
  );
  const takesBody = route.method === 'POST' || route.method === 'PUT';
  return {
    operationId,
    tags: [tagOf(route)],
    summary: summaryOf(description) || operationId,
    ...(description && { description }),
    parameters: [
      ...Object.entries(renamed).map(([name, canonical]) =>
        pathParameter(canonical, fieldOf(contract.input.fields, route.fields[name])),
      ),
      ...(takesBody ? [] : others.map(queryParameter)),
      ...(pagination === 'none' ? [] : pagingParams.map((param) => ({ in: 'query', ...param }))),
    ],
    ...(takesBody && others.length > 0 && { requestBody: requestBody(others, isUpload) }),
    responses: responses(route, entities),
    ...(auth === 'public' && { security: [{}, { private_token: [] }, { bearer: [] }] }),
  };
}

const multipart = 'multipart/form-data';

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const errorResponses: Schema = {
  '4XX': { description: 'Refused.', content: errorContent },
  429: {
    description: 'Too many requests. `Retry-After` has the seconds to wait.',
    content: { 'text/plain': { schema: { type: 'string' } }, ...errorContent },
  },
  503: {
    description: 'A service or the database is not available. `Retry-After` has the seconds to wait.',
    content: errorContent,
  },
};

function responses(route: OperationRoute, entities: EntitySchemas): Schema {
  const { status, isDownload, isBodiless, contract } = route.operation;
  const success: Schema = { description: 'Success.' };
  if (isDownload) {
    success['content'] = { '*/*': { schema: { type: 'string', format: 'binary' } } };
  } else if (!isBodiless && status !== 204) {
    const body = contract.options.body;
    const field = body === '' ? undefined : fieldOf(contract.method.output.fields, body);
    const schema = field ? entities.field(field) : entities.reference(contract.method.output);
    success['content'] = { 'application/json': { schema } };
  }
  return {
    [status]: success,
    ...(contract.options.mayBeUnchanged && { 304: { description: 'There is nothing to change.' } }),
    ...errorResponses,
  };
}

function requestBody(fields: DescField[], isUpload: boolean): Schema {
  const schema = paramsObject(fields);
  const required = (schema['required'] as string[] | undefined) !== undefined;
  const texts = ['application/json', 'application/x-www-form-urlencoded'];
  const types = isUpload ? [multipart] : fields.some(isSmallFile) ? [...texts, multipart] : texts;
  return { required, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function pathParameter(name: string, field: DescField | undefined): Schema {
  const { description, default: _default, ...schema } = field ? paramSchema(field) : ({ type: 'string' } as Schema);
  return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema };
}

function queryParameter(field: DescField): Schema {
  const { description, ...schema } = paramSchema(field);
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

/** `IssueService` of `collaboration` -> `collaboration: Issue`. */
function tagOf({ operation }: OperationRoute): string {
  return `${operation.service}: ${operation.contract.method.parent.name.replace(/Service$/, '')}`;
}

function uniqueId(ids: Set<string>, name: string): string {
  let id = name;
  for (let count = 2; ids.has(id); count++) id = `${name}${count}`;
  ids.add(id);
  return id;
}
