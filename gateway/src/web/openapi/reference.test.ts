/** The published reference: the OpenAPI document of all services. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@forgemesh/telemetry';
import { createCatalogue } from '../../routing/catalogue';
import { buildOpenApi } from './openapi';

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
}

const services = ['settings', 'identity', 'projects', 'repository', 'collaboration', 'approvals', 'deliveries', 'geo'];
const folder = mkdtempSync(join(tmpdir(), 'forgemesh-reference-test-'));
const document = buildDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function buildDocument() {
  const log = createLogger('test', 'silent');
  const catalogue = createCatalogue({ services, builtIns: [], defaultMaxParamsBytes: 1_000_000, log });
  for (const service of services) {
    const file = require.resolve(`@forgemesh/proto/descriptors/${service}.binpb`);
    catalogue.accept(service, { version: '1', bytes: readFileSync(file) });
  }
  return buildOpenApi(catalogue.table().routes, 'test') as {
    paths: Record<string, Record<string, Operation>>;
    'x-tagGroups': { name: string; tags: string[] }[];
  };
}

it('has a unique id and a short summary for each operation', () => {
  expect(operations.length).toBeGreaterThan(500);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const summaries = operations.map(({ summary }) => summary);
  expect(summaries.filter((summary) => summary.length >= 60 || !/^[A-Z]/.test(summary))).toEqual([]);
});

it('lists every tag in a group', () => {
  expect(document['x-tagGroups'].map(({ name }) => name)).not.toContain('Other');
});

it('has no warnings, except for paths that the API itself makes ambiguous', () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const redocly = join(__dirname, '../../../node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: folder, env, encoding: 'utf8' as const, maxBuffer: 64 * 1024 * 1024 };
  const output = execFileSync(redocly, ['lint', '--format', 'json', '--max-problems', '1000', file], options);
  const { problems } = JSON.parse(output) as { problems: { ruleId: string; message: string }[] };
  // `POST /projects/user/:user_id` matches the same paths as `/projects/:id/<resource>`; the API
  // defines both.
  const isForced = ({ ruleId, message }: { ruleId: string; message: string }) =>
    ruleId === 'no-ambiguous-paths' && message.includes('`/api/v4/projects/user/{user_id}`');
  expect(problems.filter((problem) => !isForced(problem))).toEqual([]);
});
