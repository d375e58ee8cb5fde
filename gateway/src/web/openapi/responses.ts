/**
 * Responses of an operation: its success, and the refusals that its contract and its record name.
 */
import { pathParamOf, type OperationRoute } from '../../routing/route-table';
import { pathParams } from '../../routing/compile-operation';
import type { RecordedOperation } from './recorded-operations';
import type { EntitySchemas, Schema } from './schemas';

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const unchanged = {
  description: 'The client has the response already: `If-None-Match` has the `ETag` of the response.',
};

const descriptions: Record<string, string> = {
  400: 'A parameter is missing or invalid.',
  401: 'The token is missing, invalid, expired or revoked.',
  403: 'The caller may not do this, or the token lacks the scope.',
  404: 'The resource does not exist, or the caller may not read it.',
  405: 'The state of the resource does not allow this, or its path in the URL is a former one.',
  406: 'The state of the resource does not allow this.',
  409: 'The request conflicts with the state of the resource.',
  412: 'The resource was modified after the time in `If-Unmodified-Since`.',
  413: 'The request body is too large.',
  415: 'The media type of the request body is not supported.',
  422: 'The request is valid, but it cannot be carried out.',
  429: 'Too many requests. `Retry-After` has the seconds to wait.',
  503: 'A service or the database is not available. `Retry-After` has the seconds to wait.',
};

const moved: Schema = {
  description: 'The path in the URL is a former one of the project or group. `Location` has the URL with its id.',
  content: errorContent,
};

const stored: Schema = {
  description:
    'An external storage of static objects is configured. `Location` has the URL in the storage, with a token of the user if not everybody has access.',
  content: errorContent,
};

const alwaysPossible: Schema = {
  429: {
    description: descriptions[429],
    content: { 'text/plain': { schema: { type: 'string' } }, ...errorContent },
  },
  503: { description: descriptions[503], content: errorContent },
};

/** The responses of a route by status. An operation without a record keeps a general `4XX`. */
export function describeResponses(
  route: OperationRoute,
  entities: EntitySchemas,
  recorded: RecordedOperation | undefined,
): Schema {
  const { status, contract, isRead, isStaticObject } = route.operation;
  return {
    [status]: describeSuccess(route, entities, recorded),
    ...(namesResource(route) && isRead && { 301: moved }),
    ...(isStaticObject && { 302: stored }),
    ...(route.method === 'GET' && status === 200 && { 304: unchanged }),
    ...(contract.options.mayBeUnchanged && { 304: { description: 'There is nothing to change.' } }),
    ...(recorded ? describeRefusals(route, recorded) : { '4XX': { description: 'Refused.', content: errorContent } }),
    ...alwaysPossible,
  };
}

function describeSuccess(
  { operation: { status, isDownload, isBodiless, contract } }: OperationRoute,
  entities: EntitySchemas,
  recorded: RecordedOperation | undefined,
): Schema {
  const description = 'Success.';
  if (isDownload) return { description, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (isBodiless || status === 204) return { description };
  const body = contract.options.body;
  const field = body === '' ? undefined : contract.method.output.fields.find(({ name }) => name === body);
  const schema = field ? entities.field(field) : entities.reference(contract.method.output, contract.options.form);
  const example = recorded?.response === undefined ? {} : { example: recorded.response };
  return { description, content: { 'application/json': { schema, ...example } } };
}

function describeRefusals(route: OperationRoute, { refusals }: RecordedOperation): Schema {
  const recordedStatuses = Object.keys(refusals).filter((status) => !(status in alwaysPossible));
  const statuses = new Set([...statusesOfContract(route), ...recordedStatuses].sort());
  return Object.fromEntries(
    [...statuses].map((status) => [status, { description: describe(status, refusals[status]), content: errorContent }]),
  );
}

/** Whether the path names a project, group or namespace, which may have moved. */
function namesResource(route: OperationRoute): boolean {
  return route.operation.access.some(({ param }) => pathParamOf(route, param) !== undefined);
}

/** Statuses that follow from the contract: its parameters, its rules of access and its body. */
function statusesOfContract(route: OperationRoute): string[] {
  const { path, operation } = route;
  const { params, auth, isRead } = operation;
  const named = pathParams(path);
  return [
    ...(params.params.length > named.length || !isRead ? ['400'] : []),
    '401',
    ...(auth === 'public' ? [] : ['403']),
    ...(named.length > 0 ? ['404'] : []),
    ...(isRead ? [] : [...(namesResource(route) ? ['405'] : []), '413', '415']),
  ];
}

function describe(status: string, messages: readonly string[] = []): string {
  const description = descriptions[status] ?? 'Refused.';
  if (messages.length === 0) return description;
  return `${description} Messages:\n\n${messages.map((message) => `- \`${message.replaceAll('`', "'")}\``).join('\n')}`;
}
