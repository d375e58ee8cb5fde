// The yardstick of large files: nginx stores and serves the contents, without accounts and digests;
// a minimal LFS server only tells the client their addresses. Without nginx, a plain server in Node
// takes its place.

import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runOrFail, which } from '../../lib/processes.ts';
import { unpackDebianPackages } from '../../test/debian-packages.ts';

const TYPE = 'application/vnd.git-lfs+json';

export interface Yardstick {
  /** Name for the report. */
  name: string;
  /** Address of its LFS server. */
  lfsUrl: string;
  /** Writes the file system of its files to the disk. */
  sync: () => Promise<void>;
  close: () => void;
}

/** Starts the yardstick in a folder. */
export async function startYardstick(folder: string): Promise<Yardstick> {
  const files = join(folder, 'files');
  mkdirSync(files, { recursive: true });
  const storage = (await startNginx(folder, files)) ?? (await startPlainServer(files));
  const server = createServer((request, response) => void answer(storage.url, request, response));
  const port = await listen(server);
  return {
    name: storage.name,
    lfsUrl: `http://127.0.0.1:${port}`,
    async sync() {
      await runOrFail('sync', ['--file-system', files]);
    },
    close() {
      server.close();
      storage.close();
    },
  };
}

interface FileServer {
  name: string;
  url: string;
  close: () => void;
}

async function startNginx(folder: string, files: string): Promise<FileServer | undefined> {
  const root = which('nginx') ? '' : unpackDebianPackages(['nginx-light']);
  const program = which('nginx') ?? (root && join(root, 'usr/sbin/nginx'));
  if (!program || !existsSync(program)) return undefined;
  const port = await freePort();
  const configuration = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp;`,
  );
  writeFileSync(
    configuration,
    `user root; daemon off; worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')} client_max_body_size 0; sendfile on;
server { listen 127.0.0.1:${port}; root ${files}; location / { dav_methods PUT; } } }
`,
  );
  const child = spawn(program, ['-p', folder, '-c', configuration, '-e', join(folder, 'nginx.log')], {
    stdio: 'inherit',
  });
  for (let tries = 0; tries < 50 && child.exitCode === null; tries++) {
    if (await isListening(port))
      return { name: 'nginx', url: `http://127.0.0.1:${port}`, close: () => void child.kill() };
    await sleep(100);
  }
  child.kill();
  return undefined;
}

async function startPlainServer(files: string): Promise<FileServer> {
  const server = createServer((request, response) => {
    const file = join(files, /^\/([0-9a-f]{64})$/.exec(request.url ?? '')?.[1] ?? 'none');
    const work = request.method === 'PUT' ? receive(request, response, file) : serve(response, file);
    work.catch(() => response.destroy());
  });
  const port = await listen(server);
  return { name: 'a plain server in Node', url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

async function receive(request: IncomingMessage, response: ServerResponse, file: string) {
  await pipeline(request, createWriteStream(file));
  response.writeHead(201).end();
}

async function serve(response: ServerResponse, file: string) {
  response.writeHead(200, { 'content-length': statSync(file).size });
  await pipeline(createReadStream(file), response);
}

/** Tells a client the addresses of contents. Locks are not supported. */
async function answer(storage: string, request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  if (request.url !== '/objects/batch') return response.writeHead(404, { 'content-type': TYPE }).end('{}');
  const { operation, objects } = JSON.parse(body) as { operation: string; objects: { oid: string; size: number }[] };
  const found = objects.map(({ oid, size }) => ({
    oid,
    size,
    authenticated: true,
    actions: { [operation]: { href: `${storage}/${oid}` } },
  }));
  return response.writeHead(200, { 'content-type': TYPE }).end(JSON.stringify({ transfer: 'basic', objects: found }));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
