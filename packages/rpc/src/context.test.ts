import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metadata } from '@grpc/grpc-js';
import {
  createSigner,
  createVerifier,
  forwardedContexts,
  receiveContext,
  sendContext,
  serviceContext,
  type CallTarget,
  type ContextSigner,
  type ContextVerifier,
  type VerifiedContext,
} from './context';
import { makeCertificate, makeCertificates } from '@forgemesh/testing/certificates';
import { makeTestKeys } from '@forgemesh/testing/runtime';
import { REQUEST_ID_KEY } from './wire';

type TestKeys = Awaited<ReturnType<typeof makeTestKeys>>;

const target: CallTarget = { audience: 'repository', method: '/a.v1.B/Get' };
const expected = { audiences: new Set(['repository']), method: '/a.v1.B/Get' };
const refused = { reason: 'unauthenticated' };

describe('createVerifier with a folder of certificates', () => {
  let folder: string;
  const keyFile = (name = 'gateway'): string => join(folder, `${name}.pem`);
  const verifyBy = (verifier: ContextVerifier, token: string): Promise<VerifiedContext> =>
    verifier.verify({ token, forwarded: [] }, expected);

  beforeEach(async () => {
    folder = await makeCertificates(mkdtempSync(join(tmpdir(), 'forgemesh-certificates-')), 'gateway');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  it('trusts the process that a certificate is named after', async () => {
    const token = await createSigner('gateway', keyFile()).sign(serviceContext('request-1'), target);
    await expect(verifyBy(createVerifier(folder), token)).resolves.toMatchObject({ issuer: 'gateway' });
  });

  it('refuses another name for the same key', async () => {
    const token = await createSigner('projects', keyFile()).sign(serviceContext('request-1'), target);
    await expect(verifyBy(createVerifier(folder), token)).rejects.toMatchObject(refused);
  });

  it('supports key rotation without a restart: both keys are valid until the previous one is removed', async () => {
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const later = (): number => (now += 6_000);
    const [verifier, signer] = [createVerifier(folder), createSigner('gateway', keyFile())];
    const sign = (): Promise<string> => signer.sign(serviceContext('request-1'), target);
    const first = await sign();
    await verifyBy(verifier, first);

    await makeCertificate(join(folder, 'gateway.next'), 'gateway');
    later();
    const early = await createSigner('gateway', keyFile('gateway.next')).sign(serviceContext('request-1'), target);
    await expect(verifyBy(verifier, early)).resolves.toMatchObject({ issuer: 'gateway' });

    renameSync(join(folder, 'gateway.crt'), join(folder, 'gateway.previous.crt'));
    renameSync(join(folder, 'gateway.next.crt'), join(folder, 'gateway.crt'));
    renameSync(keyFile('gateway.next'), keyFile());
    later();
    const second = await sign();
    expect(second).not.toBe(first);
    await expect(verifyBy(verifier, first)).resolves.toMatchObject({ issuer: 'gateway' });
    await expect(verifyBy(verifier, second)).resolves.toMatchObject({ issuer: 'gateway' });

    rmSync(join(folder, 'gateway.previous.crt'));
    later();
    await expect(verifyBy(verifier, first)).rejects.toMatchObject(refused);
    await expect(verifyBy(verifier, second)).resolves.toMatchObject({ issuer: 'gateway' });
  });
});

describe('a context', () => {
  const user = { id: 7, username: 'a', name: 'A', admin: false, external: false };
  const context = { ...serviceContext('request-1'), user, real_user_id: 7, scopes: ['api'], tier: 2 };
  let keys: TestKeys;
  let verifier: ContextVerifier;
  const signer = (issuer: string): ContextSigner => createSigner(issuer, keys.signingKey(issuer));
  /** Signs a context for the target. */
  const signed = (issuer = 'gateway', to: CallTarget = target): Promise<string> => signer(issuer).sign(context, to);
  const verify = (token: string, forwarded: string[] = [], from = expected): Promise<VerifiedContext> =>
    verifier.verify({ token, forwarded }, from);

  beforeAll(async () => {
    keys = await makeTestKeys('gateway', 'collaboration', 'projects', 'repository');
  });
  beforeEach(() => {
    verifier = createVerifier(keys.trustedKeys);
  });

  it('is signed once for equal claims, and again for others', async () => {
    const gateway = signer('gateway');
    const first = gateway.sign(context, target);
    expect(gateway.sign({ ...context, user: { ...user } }, { ...target })).toBe(first);
    const other = gateway.sign({ ...context, user: { ...user, id: 8 } }, target);
    expect(await other).not.toBe(await first);
    expect((await verify(await first)).user?.id).toBe(7);
    expect((await verify(await other)).user?.id).toBe(8);
  });

  it('cannot be changed by calls that share it', async () => {
    const token = await signed();
    const { user: shared } = await verify(token);
    expect(() => Object.assign(shared as object, { admin: true })).toThrow(TypeError);
    await expect(verify(`${token}x`)).rejects.toMatchObject(refused);
  });

  it('is valid for one audience and one method', async () => {
    const token = await signed();
    await expect(verify(token, [], { ...expected, audiences: new Set(['projects']) })).rejects.toMatchObject(refused);
    await expect(verify(token, [], { ...expected, method: '/a.v1.B/Other' })).rejects.toMatchObject(refused);
  });

  it('cannot be replayed after it has expired, even if it was verified before', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    try {
      const gateway = signer('gateway');
      const token = await gateway.sign(context, target);
      await verify(token);
      jest.advanceTimersByTime(25_000);
      const later = await gateway.sign(context, target);
      expect(later).not.toBe(token);
      // Including the tolerated clock difference.
      jest.advanceTimersByTime(16_000);
      await expect(verify(token)).rejects.toMatchObject({ reason: 'unavailable', retryAfter: 5 });
      // The audience and method are checked first.
      const other = { ...expected, method: '/a.v1.B/Other' };
      await expect(verify(token, [], other)).rejects.toMatchObject(refused);
      expect((await verify(later)).user).toEqual(user);
    } finally {
      jest.useRealTimers();
    }
  });

  it('names no user if a service signs it', async () => {
    expect(await verify(await signed('projects'))).toMatchObject({
      issuer: 'projects',
      user: null,
      real_user_id: null,
      scopes: [],
      address: '',
      tier: 2,
    });
  });

  describe('that a service forwards', () => {
    const toCollaboration = { audience: 'collaboration', method: '/c.v1.C/Create' };
    const received = async (): Promise<VerifiedContext> =>
      verify(await signed('gateway', toCollaboration), [], {
        audiences: new Set(['collaboration']),
        method: toCollaboration.method,
      });

    it("names the user of the service's request", async () => {
      const incoming = await received();
      const token = await signer('collaboration').sign(incoming, target);
      const chain = [...(await forwardedContexts(incoming))];
      expect(chain).toHaveLength(1);
      const passedOn = await verify(token, chain);
      expect(passedOn).toMatchObject({ issuer: 'collaboration', user, real_user_id: 7, scopes: ['api'], tier: 2 });
      // Forwarded once more.
      const onward = { audience: 'projects', method: '/p.v1.P/Get' };
      const next = await signer('repository').sign(passedOn, onward);
      const from = { audiences: new Set(['projects']), method: onward.method };
      expect(await verify(next, [...(await forwardedContexts(passedOn))], from)).toMatchObject({
        user,
        issuer: 'repository',
      });
    });

    it('is refused from a service that is not its audience', async () => {
      const chain = [...(await forwardedContexts(await received()))];
      const token = await signed('projects');
      await expect(verify(token, chain)).rejects.toMatchObject(refused);
    });

    it('is refused if the gateway did not sign the first one', async () => {
      const chain = [await signed('projects', toCollaboration)];
      const token = await signed('collaboration');
      await expect(verify(token, chain)).rejects.toMatchObject(refused);
    });

    it('is not forwarded after the maximum duration of an operation', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
      try {
        const incoming = await received();
        const chain = [...(await forwardedContexts(incoming))];
        jest.advanceTimersByTime(151_000);
        expect(await forwardedContexts(incoming)).toEqual([]);
        const token = await signer('collaboration').sign(incoming, target);
        await expect(verify(token, chain)).rejects.toMatchObject({ reason: 'unavailable' });
        expect((await verify(token)).user).toBeNull();
      } finally {
        jest.useRealTimers();
      }
    });

    it('is forwarded although the clock of its process is set meanwhile', async () => {
      const incoming = await received();
      const now = Date.now();
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 600_000);
      try {
        expect(await forwardedContexts(incoming)).toHaveLength(1);
      } finally {
        clock.mockRestore();
      }
    });
  });

  it('is sent with a separate request id, so that many requests share it', async () => {
    const gateway = signer('gateway');
    const receive = async (requestId: string, beside?: string) => {
      const metadata = new Metadata();
      await sendContext(gateway, { ...context, request_id: requestId }, target, metadata);
      if (beside !== undefined) metadata.set(REQUEST_ID_KEY, beside);
      return receiveContext(verifier, metadata, expected);
    };
    expect(await receive('request-1')).toMatchObject({ user, request_id: 'request-1' });
    expect(await receive('request-2')).toMatchObject({ user, request_id: 'request-2' });
    expect((await receive('')).request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await receive('', 'x'.repeat(1_000))).request_id).toMatch(/^[0-9a-f-]{36}$/);
    await expect(receiveContext(verifier, new Metadata(), expected)).rejects.toMatchObject(refused);
  });
});
