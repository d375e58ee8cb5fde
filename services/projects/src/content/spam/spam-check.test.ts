import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Logger } from '@forgemesh/telemetry';
import { SpamCheck, type SpamCheckOptions } from './spam-check';

const checked = {
  text: 'Buy now\nCheap!',
  author: { name: 'Ada', email: 'ada@example.com' },
  ip_address: '192.0.2.1',
  user_agent: 'browser',
};
const enabled = { akismet_enabled: true, secrets: { akismet_api_key: 'key' } };

describe('SpamCheck', () => {
  let server: Server;
  let url: string;
  let received: URLSearchParams[];
  /** Null: no response. */
  let response: { status: number; body: string } | null;
  beforeAll(async () => {
    server = createServer((request, reply) => {
      void text(request).then((body) => {
        received.push(new URLSearchParams(body));
        if (response) reply.writeHead(response.status).end(response.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.1/comment-check`;
  });
  beforeEach(() => {
    received = [];
    response = { status: 200, body: 'false' };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const create = (settings: object = enabled, options: Partial<SpamCheckOptions> = {}): SpamCheck =>
    new SpamCheck({
      url,
      instanceUrl: 'https://forge.example',
      settings: { current: () => settings as typeof enabled },
      log: { warn: () => undefined } as unknown as Logger,
      ...options,
    });

  it('sends the text with its origin, and returns the result', async () => {
    expect(await create().isSpam(checked)).toBe(false);
    response = { status: 200, body: 'true\n' };
    expect(await create().isSpam(checked)).toBe(true);
    expect(Object.fromEntries(received[0] ?? [])).toMatchObject({
      api_key: 'key',
      blog: 'https://forge.example',
      user_ip: '192.0.2.1',
      user_agent: 'browser',
      comment_type: 'comment',
      comment_author: 'Ada',
      comment_author_email: 'ada@example.com',
      comment_content: 'Buy now\nCheap!',
      blog_charset: 'UTF-8',
    });
  });

  it('sends the beginning of a long text', async () => {
    await create().isSpam({ ...checked, text: 'x'.repeat(1_000_000) });
    expect(received[0]?.get('comment_content')).toHaveLength(60_000);
  });

  it.each([{ akismet_enabled: false, secrets: { akismet_api_key: 'key' } }, { akismet_enabled: true }])(
    'sends nothing with %j',
    async (settings) => {
      expect(create(settings).isEnabled).toBe(false);
      expect(await create(settings).isSpam(checked)).toBe(false);
      expect(received).toEqual([]);
    },
  );

  it.each([
    [{ status: 500, body: 'true' }],
    [{ status: 200, body: 'invalid' }],
    [{ status: 302, body: '' }],
    [{ status: 200, body: 'x'.repeat(100_000) }],
  ])('accepts the text after the response %#', async (given) => {
    response = given;
    expect(await create().isSpam(checked)).toBe(false);
  });

  it('accepts the text if the service takes long or cannot be reached', async () => {
    response = null;
    expect(await create(enabled, { timeoutMs: 50 }).isSpam(checked)).toBe(false);
    expect(await create(enabled, { url: 'http://127.0.0.1:9/' }).isSpam(checked)).toBe(false);
  });

  it('accepts texts beyond the maximum of concurrent checks, and checks again when one is over', async () => {
    response = null;
    const check = create(enabled, { timeoutMs: 500, maxConcurrent: 1 });
    const first = check.isSpam(checked);
    response = { status: 200, body: 'true' };
    expect(await check.isSpam(checked)).toBe(false);
    response = null;
    expect(await first).toBe(false);
    response = { status: 200, body: 'true' };
    expect(await check.isSpam(checked)).toBe(true);
  });
});
