/** Attacks with request bodies: on the memory of the gateway, and on the time of other users. */
import { connect, type Socket } from 'node:net';
import {
  createUser,
  mesh,
  waitFor,
  createProjectWithReadme,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** What a connection sends at most: together they send more than twice the allowed growth. */
const MAX_SENT = 32 * megabyte;
const CONNECTIONS = 25;
const MAX_GROWTH = 350 * megabyte;
/** Generous, because other suites use the machine, too: a blocked gateway does not respond. */
const MAX_RESPONSE_MS = 10_000;

let owner: TestUser;
let other: TestUser;
let project: TestProject;
let otherProject: TestProject;
beforeAll(async () => {
  [owner, other] = await Promise.all([createUser(), createUser()]);
  [project, otherProject] = await Promise.all([createProjectWithReadme(owner.api), createProjectWithReadme(other.api)]);
});

/** A connection that sends a request without an end. */
class Flood {
  received = '';
  private sent = 0;
  private readonly socket: Socket;

  constructor(head: string[], start: string, piece: string) {
    const { hostname, port } = new URL(mesh().url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => undefined).on('data', (data) => (this.received += data.toString()));
    this.socket.write([...head, 'Host: localhost', 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
    this.socket.write(chunkOf(start));
    const chunk = chunkOf(piece.repeat(Math.ceil((64 * kilobyte) / piece.length)));
    const send = (): void => {
      while (this.socket.writable && this.sent < MAX_SENT) {
        this.sent += chunk.length;
        if (!this.socket.write(chunk)) return void this.socket.once('drain', send);
      }
    };
    send();
  }

  /** Waits for the response and returns its status. */
  async status(): Promise<number> {
    const line = /^HTTP\/1\.1 (\d{3})/;
    await waitFor(async () => line.test(this.received), Boolean);
    return Number(line.exec(this.received)?.[1]);
  }

  close(): void {
    this.socket.destroy();
  }
}

function chunkOf(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** Memory of the process that runs the gateway, in bytes. */
async function residentBytes(): Promise<number> {
  const { metrics } = mesh().processes['gateway'] as { metrics: number };
  const text = await (await fetch(`http://127.0.0.1:${metrics}/-/metrics`)).text();
  return Number(/^process_resident_memory_bytes\{[^}]*\} (\S+)$/m.exec(text)?.[1]);
}

/** The time in which another user reads their project, in milliseconds. */
async function responseTime(): Promise<number> {
  const start = performance.now();
  expect((await other.api.get(`/projects/${otherProject.id}`)).status).toBe(200);
  return performance.now() - start;
}

const json = 'Content-Type: application/json';
const multipart = 'Content-Type: multipart/form-data; boundary=b';
const field = '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\n';

describe('bodies without an end', () => {
  const post = (path: string, ...headers: string[]): string[] => [`POST ${path} HTTP/1.1`, ...headers];
  const commits = (): string => `/api/v4/projects/${project.id}/repository/commits`;
  const own = (): string => `PRIVATE-TOKEN: ${owner.token}`;
  const foreign = (): string => `PRIVATE-TOKEN: ${other.token}`;
  const attacks: [string, number[], () => Flood][] = [
    ['a text to an import', [401], () => new Flood(post('/api/v4/projects/import', json), '{"a":"', 'a')],
    ['a form to an import', [401], () => new Flood(post('/api/v4/projects/import'), 'a=', 'a')],
    ['a text to a commit', [401], () => new Flood(post(commits(), json), '{"a":"', 'a')],
    ['small values to a commit', [401], () => new Flood(post(commits(), json), '{"a":[', '[],')],
    ['a text to a commit of others', [404], () => new Flood(post(commits(), json, foreign()), '{"a":"', 'a')],
    ['a text to a sign-in', [413], () => new Flood(post('/oauth/token', json), '{"a":"', 'a')],
    ['a text to Markdown', [413], () => new Flood(post('/api/v4/markdown', json), '{"text":"', 'a')],
    [
      'a text to an issue',
      [413],
      () => {
        const path = `/api/v4/projects/${project.id}/issues`;
        return new Flood(post(path, json, own()), '{"title":"', 'a');
      },
    ],
    ['a field to an import', [413], () => new Flood(post('/api/v4/projects/import', multipart, own()), field, 'a')],
    [
      'many fields to an import',
      [400, 413],
      () => new Flood(post('/api/v4/projects/import', multipart, own()), '', `${field}a\r\n`),
    ],
  ];

  it.each(attacks)('%s are refused early and fill no memory', async (_name, statuses, start) => {
    await responseTime();
    const before = await residentBytes();
    const floods = Array.from({ length: CONNECTIONS }, start);
    try {
      for (const flood of floods) expect([...statuses, 503]).toContain(await flood.status());
      expect(await responseTime()).toBeLessThan(MAX_RESPONSE_MS);
      expect((await residentBytes()) - before).toBeLessThan(MAX_GROWTH);
    } finally {
      floods.forEach((flood) => flood.close());
    }
  });
});

describe('complete bodies', () => {
  const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const list = (length: number): string => `{"a":[${'1,'.repeat(length - 1)}1]}`;
  const object = (length: number): string => `{"a":{${'"k":1,'.repeat(length - 1)}"k":1}}`;
  const content = 'ABCD'.repeat(15 * megabyte);

  it.each([
    ['deep nesting', () => nested(30_000_000), 400, 'parameters are nested too deep'],
    ['a million values', () => list(1_000_000), 400, 'too many parameters'],
    ['a million keys', () => object(1_000_000), 400, 'too many parameters'],
    ['an unfinished text', () => `{"a":"${content}`, 400, 'message body does not match declared format'],
    ['a large text', () => `{"a":"${content}"}`, 400, 'branch is missing'],
  ])('with %s delay nobody', async (_name, build, status, error) => {
    const body = build();
    const before = await residentBytes();
    const sending = owner.api.post(`/projects/${project.id}/repository/commits`, body, {
      'Content-Type': 'application/json',
    });
    let isDone = false;
    void sending.finally(() => (isDone = true));
    const times: number[] = [];
    while (!isDone) times.push(await responseTime());
    const response = await sending;
    expect(response.status).toBe(status);
    expect(response.body.error).toContain(error);
    expect(Math.max(0, ...times)).toBeLessThan(MAX_RESPONSE_MS);
    expect((await residentBytes()) - before).toBeLessThan(8 * body.length + MAX_GROWTH);
  });
});

describe('bodies that others wait for', () => {
  /** Connections that announce a body and send nothing of it. */
  const hold = (count: number, ...lines: string[]): Socket[] => {
    const { hostname, port } = new URL(mesh().url);
    return Array.from({ length: count }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write([...lines, 'Host: localhost', json, '', ''].join('\r\n'));
      return socket;
    });
  };

  it.each([
    [
      'a user',
      () =>
        hold(
          30,
          `POST /api/v4/projects/${project.id}/repository/commits HTTP/1.1`,
          `PRIVATE-TOKEN: ${owner.token}`,
          `Content-Length: ${60 * megabyte}`,
        ),
    ],
    ['an address without a token', () => hold(600, 'POST /oauth/token HTTP/1.1', `Content-Length: ${60 * kilobyte}`)],
  ])('held back by %s leave memory to others', async (_name, start) => {
    const sockets = start();
    try {
      // The last of them is refused because its predecessors hold the share of the caller.
      const last = sockets.at(-1) as Socket;
      let received = '';
      last.on('data', (data) => (received += data.toString()));
      await waitFor(
        async () => received,
        (text) => text.startsWith('HTTP/1.1 503'),
      );
      expect(received).toMatch(/\r\nRetry-After: \d+\r\n/);
      const description = 'x'.repeat(500 * kilobyte);
      const issue = await other.api.post(`/projects/${otherProject.id}/issues`, { title: 'a', description });
      expect(issue.status).toBe(201);
    } finally {
      sockets.forEach((socket) => socket.destroy());
    }
  });
});
