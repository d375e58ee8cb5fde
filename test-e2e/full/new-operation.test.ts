/**
 * A team deploys an operation independently: its service restarts with a new contract, and the
 * gateway serves the route without a restart.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, waitFor } from '@forgemesh/testing';
import { services, startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { temporaryFolder } from '../support/git';

const root = join(__dirname, '../..');

/** The new operation, as the team would declare it. */
const proto = `syntax = "proto3";
package forgemesh.settings.v1;
import "forgemesh/api/v1/operation.proto";
import "forgemesh/api/v1/param.proto";
// Greets.
service GreetingService {
  // Greet a user.
  rpc GetGreeting(GetGreetingRequest) returns (Greeting) {
    option (forgemesh.api.v1.operation) = { get: "/greetings/{name}" auth: AUTH_PUBLIC };
  }
}
// Whom to greet.
message GetGreetingRequest {
  // Name.
  string name = 1 [(forgemesh.api.v1.param) = { required: true max_length: 10 }];
}
// A greeting.
message Greeting {
  // The words.
  string text = 1;
}
`;

/** The unchanged settings service. */
const current = `require(${JSON.stringify(join(root, 'services/settings/dist/main.js'))});`;

/** The settings service with the new operation. */
const extended = (descriptors: string): string => `
const { bindOperations } = require(${JSON.stringify(join(root, 'packages/rpc/dist/index.js'))});
const { defineService, runProcess } = require(${JSON.stringify(join(root, 'packages/service/dist/index.js'))});
const { settings } = require(${JSON.stringify(join(root, 'services/settings/dist/service.js'))});
const method = { path: '/forgemesh.settings.v1.GreetingService/GetGreeting', requestStream: false, responseStream: false };
const greet = bindOperations().operation(method, async ({ name }) => ({ text: 'Hello ' + name }));
runProcess([defineService({
  ...settings, descriptors: ${JSON.stringify(descriptors)},
  operations: (config) => [...settings.operations(config), greet],
})]);
`;

describe('a new operation of a restarted service', () => {
  let mesh: Mesh;
  let nats: Nats;
  const folder = temporaryFolder('new-operation');
  const serviceFolder = join(folder, 'settings');
  const program = join(serviceFolder, 'dist/main.js');

  beforeAll(async () => {
    mkdirSync(join(serviceFolder, 'dist'), { recursive: true });
    writeFileSync(program, current);
    nats = await startNats({ dataDir: folder });
    mesh = await startMesh({
      dataDir: join(folder, 'data'),
      storageUri: process.env['FORGE_TEST_MONGODB_URI'] as string,
      natsUrl: nats.url,
      databasePrefix: `greet_${process.pid}`,
      services: services.map((service) =>
        service.name === 'settings' ? { ...service, folder: serviceFolder } : service,
      ),
    });
  });
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  });

  it('is served by the same gateway process as soon as the service is back', async () => {
    const client = api(mesh.rootToken, mesh.url);
    expect((await client.get('/greetings/Ada')).body).toEqual({ error: '404 Not Found' });
    const gateway = mesh.processes['gateway']?.pid();

    const protos = join(folder, 'proto');
    cpSync(join(root, 'proto/forgemesh'), join(protos, 'forgemesh'), { recursive: true });
    writeFileSync(join(protos, 'forgemesh/settings/v1/greeting.proto'), proto);
    const descriptors = join(folder, 'settings.binpb');
    const build = ['build', '.', '--path', 'forgemesh/settings', '--as-file-descriptor-set', '-o', descriptors];
    execFileSync(join(root, 'node_modules/.bin/buf'), build, { cwd: protos });
    writeFileSync(program, extended(descriptors));
    await mesh.processes['settings']?.restart();

    const response = await waitFor(
      () => client.get('/greetings/Ada'),
      ({ status }) => status === 200,
    );
    expect(response.body).toEqual({ text: 'Hello Ada' });
    expect((await client.get('/greetings/Ada%20Lovelace')).body).toEqual({
      error: 'name is too long (maximum is 10 characters)',
    });
    expect((await client.get('/application/settings')).status).toBe(200);
    expect(mesh.processes['gateway']?.pid()).toBe(gateway);
    const openapi = (await client.get('/openapi.json')).body as { paths: Record<string, unknown> };
    expect(Object.keys(openapi.paths)).toContainEqual(expect.stringContaining('/greetings/{name}'));
  });

  it('remains known while its service is unavailable: 503, never 404', async () => {
    const client = api(mesh.rootToken, mesh.url);
    await mesh.processes['settings']?.stop();
    const response = await client.get('/greetings/Ada');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await client.get('/version')).status).toBe(200);
    await mesh.processes['settings']?.restart();
    await waitFor(
      () => client.get('/greetings/Ada'),
      ({ status }) => status === 200,
    );
  });
});
