/**
 * Published attacks with user-supplied addresses: requests of the instance to its local network.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  api,
  waitFor,
  RECEIVER_HOST,
  unique,
  create,
  type ApiClient,
  type ApiResponse,
  type Created,
} from '@forgemesh/testing';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../../support/isolated-mesh';

const SETTINGS = '/application/settings';
/** An address that the instance blocks. */
const INTERNAL_HOST = '127.0.0.1';

/** A server that records the paths of its requests. */
interface Target {
  server: Server;
  paths: string[];
}

async function listen(host: string, port: number): Promise<Target> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    if (path.startsWith('/redirect')) response.writeHead(307, { Location: internalUrl('/redirected') }).end();
    else response.writeHead(path.includes('.git') ? 404 : 200).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { server, paths };
}

let own: SeparateMesh;
let root: ApiClient;
let project: Created;
/** Listens on an address that the instance allows, on the same port as `internal`. */
let allowed: Target;
let internal: Target;
let port: number;

const internalUrl = (path: string): string => `http://${INTERNAL_HOST}:${port}${path}`;

beforeAll(async () => {
  own = await startMeshOnSharedDatabase({ NODE_OPTIONS: `--require=${join(__dirname, 'rebinding.cjs')}` });
  root = own.root;
  allowed = await listen(RECEIVER_HOST, 0);
  ({ port } = allowed.server.address() as AddressInfo);
  internal = await listen(INTERNAL_HOST, port);
  await root.put(SETTINGS, { outbound_local_requests_whitelist: [RECEIVER_HOST] });
  project = await create(root, '/projects', { name: unique('egress'), initialize_with_readme: true });
  await waitFor(
    () => root.post(`/projects/${project.id}/hooks`, { url: `http://${RECEIVER_HOST}:${port}/`, push_events: false }),
    ({ status }) => status === 201,
  );
});
afterAll(async () => {
  allowed?.server.close();
  internal?.server.close();
  await own?.stop();
});
beforeEach(() => {
  allowed.paths.length = 0;
  internal.paths.length = 0;
});

/** Creates a hook and triggers a sample push event. */
async function sendHook(url: string): Promise<ApiResponse> {
  const hook = await create(root, `/projects/${project.id}/hooks`, { url, push_events: false });
  return root.post(`/projects/${project.id}/hooks/${hook.id}/test/push_events`);
}

/** Imports from an address; returns the project when the import has finished. */
async function importFrom(url: string): Promise<ApiResponse> {
  const { id } = await create(root, '/projects', { name: unique('import'), import_url: url });
  return waitFor(
    () => root.get(`/projects/${id}`),
    ({ body }) => ['finished', 'failed'].includes(body.import_status as string),
  );
}

const refusal = 'Requests to the local network are not allowed';

describe('CVE-2019-5464: a name is resolved once, and the checked address is used', () => {
  const rebindingUrl = (path: string): string => `http://${unique('a')}.rebinding.test:${port}${path}`;

  it('by hooks', async () => {
    const url = rebindingUrl('/hook');
    expect((await sendHook(url)).status).toBe(201);
    expect(allowed.paths).toEqual(['/hook']);
    // The second lookup of the name returns the internal address.
    expect((await sendHook(url)).status).toBe(422);
    expect(allowed.paths).toEqual(['/hook']);
    expect(internal.paths).toEqual([]);
  });

  it('by imports over git, which resolves no name itself', async () => {
    const url = rebindingUrl('/a/b.git');
    expect((await importFrom(url)).body.import_status).toBe('failed');
    expect([...new Set(allowed.paths)]).toEqual(['/a/b.git/info/refs?service=git-upload-pack']);
    expect((await importFrom(url)).body).toMatchObject({ import_status: 'failed', import_error: refusal });
    expect(internal.paths).toEqual([]);
  });

  it('each redirect is checked', async () => {
    await sendHook(`http://${RECEIVER_HOST}:${port}/redirect`);
    expect(allowed.paths).toEqual(['/redirect']);
    await importFrom(`http://${RECEIVER_HOST}:${port}/redirect/b.git`);
    expect(allowed.paths.length).toBeGreaterThan(1);
    expect(internal.paths).toEqual([]);
  });

  it('and the host name of the machine is refused', async () => {
    expect((await sendHook(`http://${hostname()}:${port}/own`)).status).toBe(422);
    expect(internal.paths).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    'localhost',
    'a.localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '169.254.169.254',
  ])('and %s is refused immediately by hooks, imports, mirrors and uploads of exports', async (host) => {
    const url = `http://${host}:${port}/x`;
    const path = `/projects/${project.id}`;
    const responses = [
      await root.post(`${path}/hooks`, { url }),
      await root.post('/projects', { name: unique('import'), import_url: `${url}.git` }),
      await root.put(path, { import_url: `${url}.git` }),
      await root.post(`${path}/remote_mirrors`, { url: `${url}.git`, enabled: true }),
      await root.post(`${path}/export`, { upload: { url } }),
      await root.put(`${path}/services/slack`, { webhook: url }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([422, 400, 400, 400, 400, 400]);
    expect(internal.paths).toEqual([]);
  });
});

describe('CVE-2021-22214: anonymous callers cannot make the instance send requests', () => {
  const setting = 'allow_local_requests_from_web_hooks_and_services';
  beforeAll(() => root.put(SETTINGS, { [setting]: true }));
  afterAll(() => root.put(SETTINGS, { [setting]: false }));

  it('even if hooks may reach the local network', async () => {
    await waitFor(
      () => sendHook(internalUrl('/hook')),
      ({ status }) => status === 201,
    );
    expect(internal.paths).toContain('/hook');
    internal.paths.length = 0;

    const anonymous = api(undefined, own.mesh.url);
    const url = internalUrl('/ci.yml');
    const job = { test: { script: 'true' } };
    const includes = [{ remote: url }, [{ remote: url }], [url], url, { project: url, file: url }, { component: url }];
    for (const include of includes) {
      const { status } = await anonymous.post('/ci/lint', { content: JSON.stringify({ include, ...job }) });
      expect(status).toBe(200);
    }
    const picture = `![a](${url}) <img src="${url}"> ${url}`;
    const responses = [
      await anonymous.post('/markdown', { text: picture, gfm: true }),
      await anonymous.get(`/avatar?email=a@example.com&url=${encodeURIComponent(url)}`),
      await anonymous.post('/projects', { name: unique('import'), import_url: url }),
      await anonymous.post('/projects/import', { path: unique('import'), url, file: url }),
      await anonymous.post(`/projects/${project.id}/mirror/pull`, { url }),
      await anonymous.get(`/projects/${project.id}/badges/render?link_url=${url}&image_url=${url}`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 200, 401, 401, 401, 401]);
    expect(internal.paths).toEqual([]);
  });
});
