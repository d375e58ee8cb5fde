// The yardstick of git transport: git's own server commands behind a minimal HTTP server, without
// accounts, rights or hooks. A process of its own; its argument is the folder of the repositories,
// and it sends its port to its parent.

import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

const services = ['git-upload-pack', 'git-receive-pack'];
const folder = process.argv[2] ?? '';

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, name = '', action = ''] = /^\/([\w-]+)\.git\/(.+)$/.exec(url.pathname) ?? [];
  const isAdvertisement = action === 'info/refs';
  const service = isAdvertisement ? (url.searchParams.get('service') ?? '') : action;
  if (!services.includes(service)) return response.writeHead(404).end();
  const type = `application/x-${service}-${isAdvertisement ? 'advertisement' : 'result'}`;
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  const version = request.headers['git-protocol'];
  // Version 2 begins with the capabilities.
  if (isAdvertisement && version !== 'version=2') response.write(`${packetLine(`# service=${service}\n`)}0000`);
  return serve(service, { name, isAdvertisement, version: String(version ?? '') }, request, response);
});

interface Served {
  name: string;
  isAdvertisement: boolean;
  /** Value of the header `Git-Protocol`. */
  version: string;
}

function serve(
  service: string,
  { name, isAdvertisement, version }: Served,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const options = ['--stateless-rpc', ...(isAdvertisement ? ['--http-backend-info-refs'] : [])];
  const child = spawn('git', [service.replace('git-', ''), ...options, join(folder, `${name}.git`)], {
    env: { PATH: process.env.PATH ?? '', GIT_PROTOCOL: version },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined);
  response.on('close', () => child.kill());
  child.stdout.pipe(response);
  if (isAdvertisement) return child.stdin.end();
  const isPacked = request.headers['content-encoding'] === 'gzip';
  return (isPacked ? request.pipe(createGunzip()) : request).pipe(child.stdin);
}

function packetLine(text: string) {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
