import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFixtureMesh, type FixtureMesh } from '../../testing/fixture-mesh';

let mesh: FixtureMesh;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is read at any depth
let document: any;
beforeAll(async () => {
  mesh = await startFixtureMesh();
  document = (await mesh.send({ path: '/openapi.json' })).json;
});
afterAll(() => mesh.close());

it('is a valid document', async () => {
  const file = join(mesh.folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const redocly = join(__dirname, '../../../node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(redocly, ['lint', '--extends', 'spec', '--max-problems', '20', file], {
    env,
    cwd: mesh.folder,
  });
  const { stderr } = await run.catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  expect(stderr).toContain('is valid');
});

it('describes an operation by its comments', () => {
  expect(document.paths['/api/v4/projects/{id}/things'].get).toMatchObject({
    operationId: 'ListThings',
    summary: 'List the things of a project',
    description: 'The newest come first.',
    tags: ['Things'],
    security: [{}, { private_token: [] }, { bearer: [] }],
  });
});

it('lists tags in groups', () => {
  expect(document.tags).toContainEqual({ name: 'Things' });
  expect(document['x-tagGroups'].at(-1)).toEqual({ name: 'Other', tags: expect.arrayContaining(['Things']) });
  const grouped = document['x-tagGroups'].flatMap(({ tags }: { tags: string[] }) => tags);
  expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(grouped);
});

it('describes parameters by their rules', () => {
  const parameters = document.paths['/api/v4/projects/{id}/things'].get.parameters as { name: string }[];
  expect(parameters.map(({ name }) => name)).toEqual([
    'id',
    'order_by',
    'pagination',
    'labels[]',
    'iids[]',
    'choice',
    'inner[]',
    'page',
    'per_page',
  ]);
  expect(parameters[1]).toMatchObject({
    in: 'query',
    schema: { type: 'string', enum: ['id', 'name'], default: 'name' },
  });
  expect(parameters[0]).toMatchObject({ in: 'path', required: true, description: 'Id or full path of the project.' });
});

it('describes bodies, without what is internal', () => {
  const { schema } = document.paths['/api/v4/echo'].post.requestBody.content['application/json'];
  expect(schema.properties.size).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
  expect(schema.properties.day).toMatchObject({ type: ['string', 'null'], format: 'date' });
  expect(schema.properties.actions.items.required).toEqual(['action', 'file_path']);
  expect(schema.properties).not.toHaveProperty('hidden');
  const upload = document.paths['/api/v4/projects/{id}/upload'].post.requestBody.content;
  expect(upload['multipart/form-data'].schema.properties.file).toMatchObject({ type: 'string', format: 'binary' });
});

it('describes answers with what may be null', () => {
  const { responses } = document.paths['/api/v4/projects/{id}/things'].get;
  expect(responses['200'].content['application/json'].schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/fixture.Thing' },
  });
  const thing = document.components.schemas['fixture.Thing'];
  expect(thing.properties.description).toEqual({ type: ['string', 'null'], description: 'Text about the thing.' });
  expect(thing.properties.size).toEqual({ type: 'integer', description: 'Its size.' });
  expect(thing.properties.labels).toMatchObject({ type: ['array', 'null'], items: { type: 'string' } });
  expect(thing.properties.more).toMatchObject({ type: ['object', 'null'] });
  expect(thing.properties.shape).toMatchObject({ type: 'integer', enum: [0, 1] });
  expect(thing.properties.owner.anyOf).toEqual([{ $ref: '#/components/schemas/fixture.Owner' }, { type: 'null' }]);
});

it('requires the fields of entities that every response has', () => {
  const { required } = document.components.schemas['fixture.Thing'];
  expect(required).toEqual(['name', 'parts', 'owner', 'size', 'labels', 'shape', 'more']);
});

it('describes the short form of an entity where responses have it', () => {
  const short = { $ref: '#/components/schemas/fixture.ShortThing' };
  const { schemas } = document.components;
  expect(schemas['fixture.ShortThing']).toMatchObject({
    properties: { name: { type: 'string' } },
    required: ['name'],
  });
  expect(Object.keys(schemas['fixture.ShortThing'].properties)).toEqual(['name']);
  expect(schemas['fixture.Thing'].properties.parts).toMatchObject({ type: 'array', items: short });
  const { schema } =
    document.paths['/api/v4/projects/{id}/things/{name}'].get.responses['200'].content['application/json'];
  expect(schema).toEqual({ anyOf: [{ $ref: '#/components/schemas/fixture.Thing' }, short] });
});

it('describes every status', () => {
  const { get, delete: remove } = document.paths['/api/v4/projects/{id}/things/{name}'];
  expect(Object.keys(get.responses)).toEqual(['200', '301', '304', '429', '503', '4XX']);
  expect(remove.responses['304']).toEqual({ description: 'There is nothing to change.' });
  expect(get.responses['4XX'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
});

it('is shown by a page that asks no outside host', async () => {
  const page = await mesh.send({ path: '//-/docs' });
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).not.toMatch(/https?:/);
  for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const part = await mesh.send({ path: `/${path}` });
    expect(part.status).toBe(200);
  }
  expect((await mesh.send({ path: '//-/docs/package.json' })).status).toBe(404);
  expect((await mesh.send({ path: '//-/docs/..%2Fpackage.json' })).status).toBe(404);
});
