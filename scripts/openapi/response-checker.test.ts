import { createOperationFinder } from './operation-finder.ts';
import { ResponseChecker } from './response-checker.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const issue = { $ref: '#/components/schemas/Issue' };
const document = {
  openapi: '3.1.0',
  paths: {
    '/api/v4/issues/{id}': {
      get: { operationId: 'GetIssue', responses: { 200: json(issue), '4XX': json({ type: 'object' }) } },
      delete: { operationId: 'DeleteIssue', responses: { 204: {}, '4XX': json({ type: 'object' }) } },
    },
    '/api/v4/issues': { get: { operationId: 'ListIssues', responses: { 200: json({ type: 'array', items: issue }) } } },
    '/api/v4/issues/{id}/raw': {
      get: { operationId: 'GetRaw', responses: { 200: { content: { '*/*': {} } } } },
    },
  },
  components: {
    schemas: {
      Issue: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          state: { type: 'string', enum: ['opened', 'closed'] },
          due_date: { type: ['string', 'null'], format: 'date' },
          author: { anyOf: [{ $ref: '#/components/schemas/User' }, { type: 'null' }] },
          counts: { type: 'object', additionalProperties: { type: 'integer' } },
        },
      },
      User: { type: 'object', properties: { id: { type: 'integer' } } },
    },
  },
};

describe('ResponseChecker', () => {
  const checker = new ResponseChecker(document);
  const textsOf = (path: string, body: unknown, status = 200, method = 'GET', contentType = 'application/json') =>
    checker
      .check({ method, path: `/api/v4${path}`, status, contentType: body === undefined ? null : contentType, body })
      .map(({ text }) => text);

  it('accepts documented responses', () => {
    expect(textsOf('/issues/1', { id: 1, due_date: '2020-01-01', author: { id: 1 }, counts: { any: 1 } })).toEqual([]);
    expect(textsOf('/issues/1', { id: 1, due_date: null, author: null })).toEqual([]);
    expect(textsOf('/issues/1', undefined, 204, 'DELETE')).toEqual([]);
    expect(textsOf('/issues/1', undefined, 200, 'HEAD')).toEqual([]);
    expect(textsOf('/issues/1/raw', 'text', 200, 'GET', 'image/png')).toEqual([]);
    expect(textsOf('/unknown', { error: '404 Not Found' }, 404)).toEqual([]);
  });

  it.each([
    ['a type', { id: '1' }, 'status 200: /id is string, must be integer'],
    ['a null', { id: null }, 'status 200: /id is null, must be integer'],
    ['a field', { id: 1, name: 'x' }, 'status 200: /name is string, the field is not documented'],
    ['a nested field', { author: { name: 1 } }, 'status 200: /author/name is integer, the field is not documented'],
    ['a nested type', { author: { id: 1.5 } }, 'status 200: /author/id is number, must be integer'],
    [
      'a value',
      { state: 'open' },
      'status 200: /state is string, must be equal to one of the allowed values (opened,closed)',
    ],
    ['a format', { due_date: '1.1.2020' }, 'status 200: /due_date is string, must match format "date"'],
    ['a count', { counts: { any: 'x' } }, 'status 200: /counts/any is string, must be integer'],
  ])('finds %s', (_, body, text) => {
    expect(textsOf('/issues/1', body)).toEqual([text]);
  });

  it('finds statuses, content types and bodies', () => {
    expect(textsOf('/issues/1', {}, 202)).toEqual(['status 202: the status is not documented (documented: 200, 4XX)']);
    expect(textsOf('/issues/1', 'x', 200, 'GET', 'text/plain')).toEqual([
      'status 200: the content type text/plain is not documented (documented: application/json)',
    ]);
    expect(textsOf('/issues/1', undefined)).toEqual(['status 200: the body is empty; a body is documented']);
    expect(textsOf('/issues/1', {}, 204, 'DELETE')).toEqual([
      'status 204: a body of type application/json is sent; no body is documented',
    ]);
    expect(textsOf('/other/5', {})).toEqual(['status 200: the document has no such operation']);
  });

  it('names the operation, and reports one difference for all entries of a list', () => {
    const check = (body: unknown) =>
      checker.check({ method: 'GET', path: '/api/v4/issues', status: 200, contentType: 'application/json', body });
    const [first] = check([{ id: 'x' }]);
    const [second] = check([{ id: 1 }, { id: 'x' }]);
    expect(first).toMatchObject({ operation: 'ListIssues (GET /api/v4/issues)', key: second?.key });
    expect(second?.text).toContain('/1/id');
  });
});

describe('createOperationFinder', () => {
  const responses = {};
  const paths = Object.fromEntries(
    [
      '/projects/{id}',
      '/projects/import',
      '/projects/{id}/archive.{format}',
      '/projects/{id}/archive',
      '/projects/{id}/{key}',
      '/{id}/all/last',
    ].map((path) => [path, { get: { operationId: path, responses }, put: { operationId: path, responses } }]),
  );
  const find = createOperationFinder(paths);

  it.each([
    ['/projects/1', '/projects/{id}'],
    ['/projects/a%2Fb', '/projects/{id}'],
    ['/projects/import', '/projects/import'],
    ['/projects/1/archive', '/projects/{id}/archive'],
    ['/projects/1/archive/', '/projects/{id}/archive'],
    ['/projects/1/archive.zip', '/projects/{id}/archive.{format}'],
    ['/projects/1/other', '/projects/{id}/{key}'],
    ['/projects/all/last', '/projects/{id}/{key}'],
    ['/groups/all/last', '/{id}/all/last'],
  ])('finds %s', (path, template) => {
    expect(find('GET', path)?.template).toBe(template);
    expect(find('HEAD', path)?.template).toBe(template);
  });

  it('finds nothing else', () => {
    expect(find('POST', '/projects/1')).toBeUndefined();
    expect(find('GET', '/projects')).toBeUndefined();
    expect(find('GET', '/projects/1/2/3')).toBeUndefined();
  });
});
