/** Traces of an approval and of a push, as a collector receives them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  addMember,
  createBranchedProject,
  createMergeRequest,
  createUser,
  waitFor,
  type TestUser,
} from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../support/isolated-mesh';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
}

const spans: ExportedSpan[] = [];
let collector: Server;
let own: SeparateMesh;
let author: TestUser;
let reviewer: TestUser;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      const { resourceSpans } = JSON.parse(body) as Export;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  own = await startMeshOnSharedDatabase({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  [author, reviewer] = await Promise.all([createUser({}, ['api'], own.mesh), createUser({}, ['api'], own.mesh)]);
});
afterAll(async () => {
  await own?.stop();
  collector?.closeAllConnections();
  collector?.close();
});

/**
 * The spans from a span with an attribute up to its descendant with a name; waits for their export.
 */
async function pathFrom(key: string, value: string, name: string): Promise<string[]> {
  const found = await waitFor(
    async () => {
      const root = spans.find(({ attributes }) =>
        attributes.some((attribute) => attribute.key === key && attribute.value.stringValue === value),
      );
      const path = spans
        .filter((span) => span.name === name && span.traceId === root?.traceId)
        .map((span) => ancestorsOf(span));
      return path.find(([first]) => first === root);
    },
    (path) => path !== undefined,
  );
  return (found ?? []).map((span) => span.name);
}

/** The span and those above it, the root first. */
function ancestorsOf(span: ExportedSpan): ExportedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...ancestorsOf(parent), span] : [span];
}

it('an approval is one trace from the request to the consumers of its event', async () => {
  const project = await createBranchedProject(author.api);
  await addMember(author.api, project.path, reviewer, 40);
  const { iid } = await createMergeRequest(author.api, project.path);
  const path = `${project.path}/merge_requests/${iid}/approve`;
  const id = 'trace-of-an-approval';
  const response = await reviewer.api.post(path, {}, { 'X-Request-Id': id });
  expect(response.status).toBe(201);

  const operation = 'forgemesh.approvals.v1.MergeRequestApprovalService/ApproveMergeRequest';
  const request = 'POST ApproveMergeRequest';
  expect(await pathFrom('forge.request_id', id, 'insert approvals')).toEqual([
    request,
    operation,
    operation,
    'insert approvals',
  ]);
  expect(await pathFrom('forge.request_id', id, 'insert contribution_events')).toEqual([
    request,
    operation,
    operation,
    'process approvals.merge_request.approved',
    'insert contribution_events',
  ]);
  const root = spans.find(({ name }) => name === request);
  expect(root?.parentSpanId).toBeUndefined();
  const attributes = new Map(root?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
  expect(attributes.get('url.path')).toBe(`/api/v4${path}`);
  expect(attributes.get('http.response.status_code')).toBe(201);
});

it('a push is one trace from git to the consumers of its event', async () => {
  const { project } = await createBranchedProject(author.api);
  const folder = temporaryFolder('traced');
  await git(folder, 'clone', cloneUrl(own.mesh.url, project.path_with_namespace, author.token), 'work');
  const work = `${folder}/work`;
  await git(work, 'commit', '--allow-empty', '-m', 'Traced');
  // A client's own trace is not continued: it could have its requests recorded.
  const foreign = '0af7651916cd43dd8448eb211c80319c';
  const header = `http.extraHeader=traceparent: 00-${foreign}-b7ad6b7169203331-01`;
  await git(work, '-c', header, 'push', 'origin', 'HEAD');
  const handled = () => spans.filter(({ name }) => name === 'process repository.push.received');
  // The commits of the fixture are pushes, too, but not by git.
  const names = await waitFor(
    async () =>
      handled()
        .map((span) => ancestorsOf(span).map(({ name }) => name))
        .find(([first]) => first === 'POST git_push'),
    (found) => found !== undefined,
  );
  expect(names).toEqual(['POST git_push', 'git post_receive', 'process repository.push.received']);
  expect(spans.filter(({ traceId }) => traceId === foreign)).toEqual([]);
});
