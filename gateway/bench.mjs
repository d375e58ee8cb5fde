// Measures the gateway alone: requests per second and CPU time per request of a unary operation,
// with fake services in another process. Run after a build: node gateway/bench.mjs [connections]
// [seconds]

import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const self = fileURLToPath(import.meta.url);
const ticksPerSecond = 100;

if (process.argv[2] === 'fake-services') await runFakeServices();
else await measure(Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 8));

/**
 * Starts fake identity and projects services, and a service that responds immediately with a list
 * of 20 things.
 */
async function runFakeServices() {
  const { createVerifier } = require('@forgemesh/rpc');
  const { makeTestKeys } = require('@forgemesh/testing/runtime');
  const { startPeer } = require('./dist/testing/peer.js');
  const { startIdentity, startProjects } = require('./dist/testing/fake-services.js');
  const { buildDescriptors } = require('./dist/testing/descriptors.js');
  const proto = readFileSync(new URL('src/testing/fixture.proto', import.meta.url), 'utf8');
  const keys = await makeTestKeys('gateway');
  const peer = await startPeer('fixture', buildDescriptors('fixture', proto), createVerifier(keys.trustedKeys));
  const things = Array.from({ length: 20 }, (_, id) => ({ id, name: `thing ${id}`, description: 'x'.repeat(400) }));
  peer.on('ListThings', () => {
    peer.calls.length = 0;
    return { body: things, info: { page: { page: 1, per_page: 20, total: 20, has_next: false } } };
  });
  const [identity, projects] = await Promise.all([startIdentity(), startProjects()]);
  const addresses = { identity: identity.address, projects: projects.address, fixture: peer.address };
  process.send({ addresses, key: keys.signingKey('gateway'), keys: keys.trustedKeys });
}

async function measure(connections, seconds) {
  const autocannon = require('autocannon');
  const fakeServices = fork(self, ['fake-services']);
  const { addresses, key, keys } = await new Promise((resolve) => fakeServices.once('message', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'forge-bench-'));
  const port = await freePort();
  const gateway = spawn(process.execPath, [fileURLToPath(new URL('dist/main.js', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      FORGE_SERVICE: 'gateway',
      FORGE_HTTP_PORT: String(port),
      FORGE_DATA_DIR: folder,
      FORGE_ADDRESSES: JSON.stringify(addresses),
      FORGE_SIGNING_KEY: key,
      FORGE_TRUSTED_KEYS: keys,
      FORGE_EXTERNAL_URL: `http://127.0.0.1:${port}`,
    },
  });
  const url = `http://127.0.0.1:${port}/api/v4/projects/7/things`;
  const headers = { 'PRIVATE-TOKEN': 'developer-token' };
  while (!(await fetch(url, { headers }).catch(() => undefined))?.ok) await sleep(100);
  await autocannon({ url, headers, connections, duration: 3 });
  const before = [cpuSeconds(gateway.pid), cpuSeconds(fakeServices.pid)];
  const run = await autocannon({ url, headers, connections, duration: seconds });
  const after = [cpuSeconds(gateway.pid), cpuSeconds(fakeServices.pid)];
  const perRequest = after.map((end, index) => (((end - before[index]) * 1000) / run.requests.total).toFixed(3));
  process.stdout.write(
    `${connections} connections, ${seconds} s: ${Math.round(run.requests.average)} requests/s, ` +
      `p50 ${run.latency.p50} ms, p90 ${run.latency.p90} ms, p99 ${run.latency.p99} ms, not 2xx ${run.non2xx}; ` +
      `CPU per request: gateway ${perRequest[0]} ms, fake services ${perRequest[1]} ms\n`,
  );
  gateway.kill();
  fakeServices.kill();
  rmSync(folder, { recursive: true });
}

/** User and system time of a process. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
