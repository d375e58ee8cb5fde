import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Logger } from '@forgemesh/telemetry';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { ExternalAuthorization } from './external-authorization';
import { denialOf, labelErrors, labelFilter } from './project-labels';

const user = { id: 7, admin: false, external: false };
const label = (text: string | null) => ({ external_authorization_classification_label: text });

describe('ExternalAuthorization', () => {
  let server: Server;
  let settings: ApplicationSettings;
  let received: { path: string; body: Record<string, unknown> }[];
  let now: number;
  /** Status and body by label; no response if absent. */
  let responses: Record<string, [number, string?]>;
  let identities: { provider: string; extern_uid: string }[];
  beforeAll(async () => {
    server = createServer((request, reply) => {
      void json(request).then((body) => {
        const question = body as Record<string, unknown>;
        received.push({ path: request.url ?? '', body: question });
        const response = responses[String(question['project_classification_label'])];
        if (response) reply.writeHead(response[0]).end(response[1]);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    received = [];
    now = 1_000;
    identities = [];
    responses = { default: [200], secret: [403, '{"reason":"Not\\nfor you "}'], other: [401] };
    settings = {
      external_authorization_service_enabled: true,
      external_authorization_service_default_label: 'default',
      external_authorization_service_timeout: 5,
      external_authorization_service_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`,
      allow_local_requests_from_system_hooks: true,
      outbound_local_requests_whitelist: [] as string[],
    } as ApplicationSettings;
  });
  const create = () =>
    new ExternalAuthorization({
      settings: { current: () => settings },
      loadIdentities: () => Promise.resolve({ email: 'ada@example.com', identities }),
      loadLabels: () => Promise.resolve(['other', 'secret']),
      log: { warn: () => undefined } as unknown as Logger,
      clock: () => now,
    });

  it('asks with the label, the email and the identities of the user', async () => {
    const service = create();
    expect(await service.decide(7, 'default')).toMatchObject({ isAllowed: true });
    expect(received).toEqual([
      {
        path: '/ask',
        body: { user_identifier: 'ada@example.com', project_classification_label: 'default', identities: [] },
      },
    ]);
    identities = [
      { provider: 'github', extern_uid: '12' },
      { provider: 'ldapmain', extern_uid: 'CN=Ada' },
    ];
    await service.decide(8, 'default');
    expect(received[1]?.body).toMatchObject({ user_ldap_dn: 'CN=Ada', identities });
  });

  it('denies with the reason of the service', async () => {
    expect(await create().decide(7, 'secret')).toMatchObject({ isAllowed: false, reason: 'Not for you' });
    expect(await create().decide(7, 'other')).toMatchObject({ isAllowed: false, reason: '' });
  });

  it.each([
    [500, undefined],
    [204, undefined],
    [302, undefined],
    [404, '{"reason":"x"}'],
  ])('denies after the status %s', async (status, body) => {
    responses['default'] = body === undefined ? [status] : [status, body];
    expect(await create().decide(7, 'default')).toMatchObject({ isAllowed: false, reason: '' });
  });

  it('denies if the service does not respond in time, cannot be reached, or the user is unknown', async () => {
    responses = {};
    settings.external_authorization_service_timeout = 0.02;
    expect(await create().decide(7, 'default')).toMatchObject({ isAllowed: false });
    settings.external_authorization_service_url = 'http://127.0.0.1:9/';
    expect(await create().decide(7, 'default')).toMatchObject({ isAllowed: false });
    settings.external_authorization_service_url = '';
    expect(await create().decide(7, 'default')).toMatchObject({ isAllowed: false });
  });

  it('reaches local addresses only if system hooks may', async () => {
    settings.allow_local_requests_from_system_hooks = false;
    expect(await create().decide(7, 'default')).toMatchObject({ isAllowed: false });
    expect(received).toEqual([]);
    settings.outbound_local_requests_whitelist = ['127.0.0.1'];
    expect(await create().decide(7, 'default')).toMatchObject({ isAllowed: true });
  });

  it('caches a decision for 30 seconds, per user, label and settings', async () => {
    const service = create();
    const count = async (userId: number, name: string): Promise<number> => {
      await service.decide(userId, name);
      return received.length;
    };
    expect(await count(7, 'default')).toBe(1);
    expect(await count(7, 'default')).toBe(1);
    expect(await count(7, 'secret')).toBe(2);
    expect(await count(7, 'secret')).toBe(2);
    expect(await count(8, 'default')).toBe(3);
    settings = { ...settings, external_authorization_service_timeout: 4 };
    expect(await count(7, 'default')).toBe(4);
    now += 30_000;
    expect(await count(7, 'default')).toBe(4);
    responses['default'] = [403];
    now += 1;
    expect(await service.decide(7, 'default')).toMatchObject({ isAllowed: false });
    expect(received).toHaveLength(5);
  });

  it('asks again five seconds after a failure', async () => {
    const service = create();
    responses['default'] = [500];
    expect(await service.decide(7, 'default')).toMatchObject({ isAllowed: false });
    responses['default'] = [200];
    now += 5_000;
    expect(await service.decide(7, 'default')).toMatchObject({ isAllowed: false });
    now += 1;
    expect(await service.decide(7, 'default')).toMatchObject({ isAllowed: true });
  });

  it('sends one request for concurrent questions', async () => {
    const service = create();
    await Promise.all(Array.from({ length: 20 }, () => service.decide(7, 'default')));
    expect(received).toHaveLength(1);
  });

  describe('rules of projects', () => {
    it('deny users the projects whose label the service denies', async () => {
      const deps = { externalAuthorization: create() };
      expect(await denialOf(deps, user, label(null))).toBeUndefined();
      expect(await denialOf(deps, user, label(''))).toBeUndefined();
      expect(await denialOf(deps, user, label('secret'))).toBe('Not for you');
      const text = 'External authorization denied access to this project';
      expect(await denialOf(deps, { ...user, admin: true }, label('other'))).toBe(text);
      expect(await denialOf(deps, { ...user, id: null }, label(null))).toBe('');
      // Services and nodes act for nobody.
      for (const id of [null, 0])
        expect(await denialOf(deps, { ...user, id, admin: true }, label('other'))).toBeUndefined();
      settings = { ...settings, external_authorization_service_enabled: false };
      expect(await denialOf(deps, user, label('other'))).toBeUndefined();
    });

    it('limit lists to the allowed labels', async () => {
      const deps = { externalAuthorization: create() };
      const name = 'external_authorization_classification_label';
      expect(await labelFilter(deps, user)).toEqual({ [name]: { $in: ['default', null, ''] } });
      responses = { default: [403], other: [200], secret: [200] };
      expect(await labelFilter(deps, { ...user, id: 8 })).toEqual({ [name]: { $in: ['other', 'secret'] } });
      expect(await labelFilter(deps, { ...user, id: null })).toEqual({ _id: { $in: [] } });
      expect(await labelFilter(deps, { ...user, id: null, admin: true })).toEqual({});
      settings = { ...settings, external_authorization_service_enabled: false };
      expect(await labelFilter(deps, user)).toEqual({});
    });

    it('refuse labels that their author may not access', async () => {
      const deps = { externalAuthorization: create() };
      expect(await labelErrors(deps, 7, null)).toEqual([]);
      expect(await labelErrors(deps, 7, 'secret')).toEqual(['is unavailable: Not for you']);
      expect(await labelErrors(deps, 7, 'other')).toEqual(["is unavailable: Access to 'other' not allowed"]);
    });
  });
});
