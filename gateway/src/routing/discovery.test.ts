import { buildDescriptors, fixtureProto } from '../testing/descriptors';
import { fixtureDescriptors, sendTo, startFixtureMesh, until, type FixtureMesh } from '../testing/fixture-mesh';
import { silentLog } from '@forgemesh/testing/runtime';
import { createCatalogue } from './catalogue';

const token = 'developer-token';

function withEcho(path: string): Buffer {
  return buildDescriptors('fixture', fixtureProto().replace('get: "/echo"', `get: "${path}"`));
}

/** A service with another name and one operation. */
/** A service with an operation on `/find` for some kinds of things. */
function finder(service: string, kinds: string[]): Buffer {
  return buildDescriptors(
    service,
    `syntax = "proto3";
    package forgemesh.${service}.v1;
    import "forgemesh/api/v1/operation.proto";
    import "forgemesh/api/v1/param.proto";
    service FindService {
      rpc Find(FindRequest) returns (FindResponse) {
        option (forgemesh.api.v1.operation) = { get: "/find" auth: AUTH_PUBLIC shared_by: "kind" };
      }
    }
    message FindRequest {
      string kind = 1 [(forgemesh.api.v1.param) = { one_of: ${JSON.stringify(kinds)} }];
    }
    message FindResponse {}`,
  );
}

function rival(path: string, service = 'rival'): Buffer {
  return buildDescriptors(
    service,
    `syntax = "proto3";
    package forgemesh.${service}.v1;
    import "forgemesh/api/v1/operation.proto";
    service RivalService {
      rpc GetRival(GetRivalRequest) returns (GetRivalResponse) {
        option (forgemesh.api.v1.operation) = { get: "${path}" auth: AUTH_PUBLIC };
      }
    }
    message GetRivalRequest { string name = 1; }
    message GetRivalResponse {}`,
  );
}

describe('a running gateway', () => {
  let mesh: FixtureMesh;
  beforeEach(async () => void (mesh = await startFixtureMesh()));
  afterEach(() => mesh.close());

  it('serves the routes of a new version without a restart and keeps those of the old one for a while', async () => {
    expect((await mesh.send({ path: '/new' })).status).toBe(404);
    mesh.peer.offer(withEcho('/new'));
    await until(async () => (await mesh.send({ path: '/new' })).status === 200);
    expect((await mesh.send({ path: '/echo' })).status).toBe(200);
    expect((await mesh.send({ path: '/projects/7/things/a', token })).status).toBe(200);
  });

  it('fetches descriptors immediately when a service comes back', async () => {
    mesh.peer.kill();
    mesh.peer.offer(withEcho('/after'));
    await mesh.peer.revive();
    await until(async () => (await mesh.send({ path: '/after' })).status === 200);
  });

  it('keeps its routes when the new set cannot be read', async () => {
    mesh.peer.offer(Buffer.from('no descriptors'));
    mesh.peer.kill();
    await mesh.peer.revive();
    await until(async () => (await mesh.send({ path: '/echo' })).status === 200);
  });

  it('has its routes after a restart while the service is unavailable', async () => {
    mesh.peer.kill();
    const restarted = await mesh.another({});
    const response = await sendTo(restarted.port, { path: '/echo' });
    expect(response.status).toBe(503);
    expect((await sendTo(restarted.port, { path: '/unknown' })).status).toBe(404);
    const readiness = await mesh.operators('readiness', restarted);
    expect([readiness.status, readiness.json]).toMatchObject([
      503,
      { ready: false, waiting_for: expect.arrayContaining(['fixture']) },
    ]);
  });
});

describe('the catalogue', () => {
  function makeCatalogue(services: string[], now = () => 0) {
    const catalogue = createCatalogue({ services, builtIns: [], defaultMaxParamsBytes: 1000, log: silentLog, now });
    const ownerOf = (path: string): string | undefined => {
      const match = catalogue.table().find('GET', path);
      return typeof match === 'object' ? match.route.operation?.service : undefined;
    };
    return { catalogue, ownerOf };
  }

  it('refuses a second claim on a route, in any order', () => {
    const { catalogue, ownerOf } = makeCatalogue(['rival', 'fixture']);
    catalogue.accept('fixture', { version: '1', bytes: fixtureDescriptors() });
    catalogue.accept('rival', { version: '1', bytes: rival('/echo') });
    expect(ownerOf('/api/v4/echo')).toBe('fixture');
    expect(catalogue.problems()).toEqual([
      'rival: /forgemesh.rival.v1.RivalService/GetRival may not have GET /api/v4/echo, which is taken by fixture',
    ]);
  });

  it('moves a route to another service once a version of its owner no longer offers it', () => {
    let now = 0;
    const { catalogue, ownerOf } = makeCatalogue(['fixture', 'rival'], () => now);
    catalogue.accept('fixture', { version: '1', bytes: rival('/moved', 'fixture') });
    catalogue.accept('rival', { version: '1', bytes: rival('/moved') });
    expect(ownerOf('/api/v4/moved')).toBe('fixture');
    catalogue.accept('fixture', { version: '2', bytes: rival('/other', 'fixture') });
    expect(ownerOf('/api/v4/moved')).toBe('rival');
    expect(ownerOf('/api/v4/other')).toBe('fixture');
    expect(catalogue.problems()).toEqual([]);
    // The earlier version was replaced.
    now = 61_000;
    catalogue.seen('fixture', '2');
    expect(ownerOf('/api/v4/moved')).toBe('rival');
    // A return to it.
    catalogue.accept('fixture', { version: '3', bytes: rival('/moved', 'fixture') });
    expect(ownerOf('/api/v4/moved')).toBe('rival');
  });

  it('keeps a route that only some versions of its owner offer while no other service claims it', () => {
    const { catalogue, ownerOf } = makeCatalogue(['fixture', 'rival']);
    catalogue.accept('fixture', { version: '1', bytes: rival('/moved', 'fixture') });
    catalogue.accept('fixture', { version: '2', bytes: rival('/other', 'fixture') });
    expect(ownerOf('/api/v4/moved')).toBe('fixture');
    catalogue.accept('rival', { version: '1', bytes: rival('/moved') });
    expect(ownerOf('/api/v4/moved')).toBe('rival');
  });

  it('treats patterns that match the same paths as equal', () => {
    const { catalogue } = makeCatalogue(['fixture', 'rival']);
    catalogue.accept('fixture', { version: '1', bytes: rival('/x/{name}', 'fixture') });
    catalogue.accept('rival', { version: '1', bytes: rival('/x/{name}') });
    expect(catalogue.problems()).toHaveLength(1);
  });

  it('lets operations of several services share a route, each with its own values', () => {
    const { catalogue } = makeCatalogue(['one', 'two', 'three', 'rival']);
    catalogue.accept('one', { version: '1', bytes: finder('one', ['a', 'b']) });
    catalogue.accept('two', { version: '1', bytes: finder('two', ['c']) });
    const match = catalogue.table().find('GET', '/api/v4/find');
    const sharers = typeof match === 'object' && match.route.operation ? match.route.sharers : undefined;
    expect(sharers?.map(({ operation }) => [operation.service, operation.choice?.values])).toEqual([
      ['one', ['a', 'b']],
      ['two', ['c']],
    ]);
    expect(catalogue.problems()).toEqual([]);
    catalogue.accept('three', { version: '1', bytes: finder('three', ['c']) });
    catalogue.accept('rival', { version: '1', bytes: rival('/find') });
    expect(catalogue.problems()).toEqual([
      expect.stringContaining('which is taken by /forgemesh.two.v1.FindService/Find'),
      expect.stringContaining('may not have GET /api/v4/find, which is taken by operations of another kind'),
    ]);
  });

  it('ignores operations that a set imports from another service', () => {
    const { catalogue, ownerOf } = makeCatalogue(['other']);
    catalogue.accept('other', { version: '1', bytes: rival('/x') });
    expect(ownerOf('/api/v4/x')).toBeUndefined();
  });

  it('omits a contradictory operation and reports it', () => {
    const { catalogue, ownerOf } = makeCatalogue(['rival']);
    catalogue.accept('rival', { version: '1', bytes: rival('/x/{missing}') });
    expect(ownerOf('/api/v4/x/a')).toBeUndefined();
    expect(catalogue.problems()[0]).toContain('has no parameter missing');
  });

  it('removes an expired version and releases its routes', () => {
    let now = 0;
    const { catalogue, ownerOf } = makeCatalogue(['fixture', 'rival'], () => now);
    catalogue.accept('fixture', { version: '1', bytes: fixtureDescriptors() });
    catalogue.accept('fixture', { version: '2', bytes: withEcho('/moved') });
    expect([ownerOf('/api/v4/echo'), ownerOf('/api/v4/moved')]).toEqual(['fixture', 'fixture']);
    now = 61_000;
    catalogue.seen('fixture', '2');
    expect(ownerOf('/api/v4/echo')).toBeUndefined();
    catalogue.accept('rival', { version: '1', bytes: rival('/echo') });
    expect([ownerOf('/api/v4/echo'), ownerOf('/api/v4/moved')]).toEqual(['rival', 'fixture']);
    expect(catalogue.problems()).toEqual([]);
  });
});
